/** The record of a list's owner as JSON, built by PostgreSQL. */
import { mostMediums, mostTagBytes } from '@heartbell/contract/customers'
import { mediumNames, ownerNames, platformDataNames, preferencesNames } from '@heartbell/contract/names'
import { isoTime, jsonObject, millis } from '../../database/json.ts'

/**
 * Rows written before the limit may have more bytes of tags: twice what callers may send is shown (PostgreSQL writes separators in
 * another form, and nothing that was accepted is cut), else the eight first tags, of 255 characters each.
 */
const tags = `case
  when octet_length(shopper.tags::text) <= ${2 * mostTagBytes} then shopper.tags
  else shopper.tags[1:8]
end`

const platformTags = `case
  when octet_length((shopper.platform_data -> 'tags')::text) <= ${2 * mostTagBytes} then shopper.platform_data -> 'tags'
  else to_jsonb(${tags})
end`

const fromPlatform = (word: string, otherwise: string) => `coalesce(shopper.platform_data -> '${word}', ${otherwise})`

const mediums = `coalesce((
  select json_object_agg(medium.key, ${jsonObject(mediumNames, {
    signedUpAt: "medium.value -> 'signedUpAt'",
    acceptsMarketing: "medium.value -> 'acceptsMarketing'",
    source: "medium.value -> 'source'",
  })})
  from (select * from jsonb_each(shopper.preferences) limit ${mostMediums}) medium
), '{}')`

const whole = {
  email: 'shopper.email',
  firstName: 'shopper.first_name',
  lastName: 'shopper.last_name',
  userId: 'shopper.shopper_id',
  storePid: 'store.pid',
  // The store's word about a phone proves nothing, so it is not the address of the column, by which people are found.
  phone: "coalesce(shopper.phone, shopper.platform_data ->> 'phone')",
  lastLogin: isoTime('shopper.last_login_at'),
  createdAt: millis('shopper.created_at'),
  updatedAt: millis('shopper.updated_at'),
  storeMarketing: fromPlatform('storeMarketing', "'null'"),
  userType: fromPlatform('userType', "'null'"),
  acceptsMarketing: 'shopper.accepts_marketing',
  externalTags: tags,
  preferences: jsonObject(preferencesNames, { mediums }),
  platformData: jsonObject(platformDataNames, {
    tags: platformTags,
    addresses: fromPlatform('addresses', "'[]'"),
    ordersCount: fromPlatform('ordersCount', "'0'"),
    state: fromPlatform('state', "'null'"),
    acceptsMarketing: fromPlatform('acceptsMarketing', 'to_jsonb(shopper.accepts_marketing)'),
    updatedAt: fromPlatform('updatedAt', "'null'"),
    createdAt: fromPlatform('createdAt', "'null'"),
    totalSpent: fromPlatform('totalSpent', `'"0.00"'`),
    lastOrderId: fromPlatform('lastOrderId', "'null'"),
  }),
}

/** A shared list shows a first name only: no address, no device, no customer history. */
const shared = {
  ...whole,
  // text, never null: storefronts call string methods on it
  email: "''",
  lastName: "''",
  userId: "''",
  phone: 'null',
  lastLogin: 'null',
  createdAt: '0',
  updatedAt: '0',
  storeMarketing: 'null',
  userType: 'null',
  acceptsMarketing: 'false',
  externalTags: "'[]'::json",
  preferences: jsonObject(preferencesNames, { mediums: "'{}'::json" }),
  platformData: jsonObject(platformDataNames, {
    tags: "'[]'::json",
    addresses: "'[]'::json",
    ordersCount: '0',
    state: 'null',
    acceptsMarketing: 'false',
    updatedAt: 'null',
    createdAt: 'null',
    totalSpent: "'0.00'",
    lastOrderId: 'null',
  }),
}

/** From rows `shopper` and `store`: null for a guest, the whole record for an account. */
export const ownerJson = `case when shopper.email is not null then ${jsonObject(ownerNames, whole)} end`

const { externalTags, preferences, platformData } = ownerNames

/** Of a column `record`: the same without tags, preferences and addresses, for answers that would repeat a long record. */
export const briefOwnerJson = `(
  record::jsonb || jsonb_build_object(
    '${externalTags}', '[]'::jsonb,
    '${preferences}', '{"${preferencesNames.mediums}": {}}'::jsonb,
    '${platformData}', (record::jsonb -> '${platformData}') || '{"${platformDataNames.tags}": [], "${platformDataNames.addresses}": []}'
  )
)::json`

/** The same for a viewer of a public list. */
export const sharedOwnerJson = `case when shopper.email is not null then ${jsonObject(ownerNames, shared)} end`
