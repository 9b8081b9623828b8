/** The record of a list's owner as JSON, built by PostgreSQL. */
import { mostDataBytes, mostMediums, mostTagBytes } from '@heartbell/contract/customers'
import { mediumNames, ownerNames, platformDataNames, preferencesNames } from '@heartbell/contract/names'
import { isoTime, jsonObject, millis } from '../../database/json.ts'

/**
 * The first elements of a JSON array that fit into twice the bytes that callers may send: PostgreSQL writes spaces into JSON, and
 * nothing that was accepted is cut. Rows written before these limits may have more, and every list of an answer repeats it.
 */
const cutArray = (array: string, mostSent: number) => `case
  when octet_length((${array})::text) <= ${2 * mostSent} then ${array}
  else (
    select coalesce(jsonb_agg(element order by place), '[]')
    from (
      select element, place, sum(octet_length(element::text) + 2) over (order by place) as upto
      from jsonb_array_elements(${array}) with ordinality as elements (element, place)
    ) elements
    where upto <= ${2 * mostSent}
  )
end`

const tags = cutArray('to_jsonb(shopper.tags)', mostTagBytes)

/** An array of the platform's; a value that is no array is as if there were none. */
const arrayFromPlatform = (word: string, otherwise: string, most: number) => `case
  when jsonb_typeof(shopper.platform_data -> '${word}') = 'array' then ${cutArray(`(shopper.platform_data -> '${word}')`, most)}
  else ${otherwise}
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

const platformData = {
  tags: arrayFromPlatform('tags', tags, mostTagBytes),
  addresses: arrayFromPlatform('addresses', "'[]'", mostDataBytes),
  ordersCount: fromPlatform('ordersCount', "'0'"),
  state: fromPlatform('state', "'null'"),
  acceptsMarketing: fromPlatform('acceptsMarketing', 'to_jsonb(shopper.accepts_marketing)'),
  updatedAt: fromPlatform('updatedAt', "'null'"),
  createdAt: fromPlatform('createdAt', "'null'"),
  totalSpent: fromPlatform('totalSpent', `'"0.00"'`),
  lastOrderId: fromPlatform('lastOrderId', "'null'"),
}

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
  platformData: jsonObject(platformDataNames, platformData),
}

/** Without what may be long. */
const brief = {
  ...whole,
  externalTags: "'[]'::json",
  preferences: jsonObject(preferencesNames, { mediums: "'{}'::json" }),
  platformData: jsonObject(platformDataNames, { ...platformData, tags: "'[]'::json", addresses: "'[]'::json" }),
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

/** The same without tags, preferences and addresses, for answers that would repeat a long record in many lists. */
export const briefOwnerJson = `case when shopper.email is not null then ${jsonObject(ownerNames, brief)} end`

/** The same for a viewer of a public list. */
export const sharedOwnerJson = `case when shopper.email is not null then ${jsonObject(ownerNames, shared)} end`
