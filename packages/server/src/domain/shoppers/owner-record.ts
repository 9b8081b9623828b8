/** The record of a list's owner as JSON, built by PostgreSQL. */
import { mediumNames, ownerNames, platformDataNames, preferencesNames } from '@heartbell/contract/names'
import { isoTime, jsonObject, millis } from '../../database/json.ts'

const fromPlatform = (word: string, otherwise: string) => `coalesce(shopper.platform_data -> '${word}', ${otherwise})`

const mediums = `coalesce((
  select json_object_agg(medium.key, ${jsonObject(mediumNames, {
    signedUpAt: "medium.value -> 'signedUpAt'",
    acceptsMarketing: "medium.value -> 'acceptsMarketing'",
    source: "medium.value -> 'source'",
  })})
  from jsonb_each(shopper.preferences) medium
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
  externalTags: 'shopper.tags',
  preferences: jsonObject(preferencesNames, { mediums }),
  platformData: jsonObject(platformDataNames, {
    tags: fromPlatform('tags', 'to_jsonb(shopper.tags)'),
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

/** The same for a viewer of a public list. */
export const sharedOwnerJson = `case when shopper.email is not null then ${jsonObject(ownerNames, shared)} end`
