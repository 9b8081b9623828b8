/** How a list is shown (spec 2.5), with and without its preview. */
import { listNames } from '@heartbell/contract/names'
import { jsonObject, millis } from '../../database/json.ts'
import { ifOwn, itemJson, joinVariantOfItem } from '../items/item-record.ts'

const attributes = `json_build_array(
  list.name, list.type, list.note, list.properties, list.description, list.anonymous_read
)::text`

const { contents, ...headNames } = listNames

const headColumns = {
  listId: 'list.public_id',
  name: 'list.name',
  type: 'list.type',
  note: 'list.note',
  properties: 'list.properties',
  // the same map by its other name: callers read one or the other
  customProperties: 'list.properties',
  description: 'list.description',
  anonymousRead: 'list.anonymous_read',
  itemCount: 'list.item_count',
  copying: `exists (
    select from list_copies copy
    where copy.store_id = list.store_id
      and copy.list_id = list.list_id
  )`,
  createdBy: ifOwn('list.created_by'),
  updatedBy: ifOwn('list.updated_by'),
  createdFor: ifOwn('list.created_for'),
  createdAt: millis('list.created_at'),
  updatedAt: millis('list.updated_at'),
  status: 'case when list.archived then 0 else 1 end',
  deviceId: ifOwn('list.device_id'),
  // not null where it is hidden: callers take it for a text
  ownerId: `coalesce(${ifOwn('list.shopper_id::text')}, '')`,
  storePid: 'store.pid',
  recordId: 'list.public_id',
  hash: `encode(sha256(convert_to(${attributes}, 'UTF8')), 'base64')`,
  // no call writes comments in this API
  commentCount: '0',
  partitionKey: 'list.public_id',
  recordType: '1',
  owner: 'owner.record',
}

/** Of rows `list` (with `public_id` and `is_own`), `store` and `owner` (with `record`). */
export const listHeadJson = jsonObject(headNames, headColumns)

/** The newest items of row `list`: `shown` of them, but for the first `skipped`. */
export const newestItemsJson = `coalesce((
  select json_agg(${itemJson} order by item.created_at desc, item.item_id desc)
  from (
    select *
    from items item
    where item.store_id = list.store_id
      and item.list_id = list.list_id
    order by item.created_at desc, item.item_id desc
    limit list.shown
    offset list.skipped
  ) item
  ${joinVariantOfItem}
), '[]')`

/** The list's record with its newest items. */
export const listJson = jsonObject(listNames, { ...headColumns, contents: newestItemsJson })
