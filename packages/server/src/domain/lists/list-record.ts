/** The JSON of a list, with and without its newest items. */
import { listAdditionNames, listNames, listPageMarks } from '@heartbell/contract/names'
import { jsonObject, millis } from '../../database/json.ts'
import { ifOwn, itemJson, joinVariantOfItem } from '../items/item-record.ts'
import type { Store } from '../stores/stores.ts'

const attributes = `json_build_array(
  list.name, list.type, list.note, list.properties, list.description, list.anonymous_read
)::text`

const { contents, additions: _, ...headNames } = listNames
const { renamedFrom, ...addedNames } = listAdditionNames

const additions = jsonObject(addedNames, {
  shareUrl: `replace(store.share_url, '${listPageMarks.listId}', list.public_id)`,
})

/**
 * The record with the additions where there are some: of public lists, in a store with a page of its own for them. Other stores
 * use the shorter text: with both in one statement, fetching lists took 7 % longer.
 */
function withAdditions<Names extends Record<string, string>>(names: Names, columns: { [Key in keyof Names]: string }) {
  const plain = jsonObject(names, columns)
  const added = jsonObject({ ...names, additions: listNames.additions }, { ...columns, additions } as never)
  const either = `case when list.anonymous_read then ${added} else ${plain} end`
  return ({ settings }: Store) => (settings.shareUrl === null ? plain : either)
}

const headColumns = {
  listId: 'list.public_id',
  name: 'list.name',
  type: 'list.type',
  note: 'list.note',
  properties: 'list.properties',
  // the same map under its second name: some callers read one, some the other
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
  // an empty text where it is hidden or not known: callers expect a string
  deviceId: `coalesce(${ifOwn('list.device_id')}, '')`,
  ownerId: `coalesce(${ifOwn('list.shopper_id::text')}, '')`,
  storePid: 'store.pid',
  recordId: 'list.public_id',
  hash: `encode(sha256(convert_to(${attributes}, 'UTF8')), 'base64')`,
  // no call of this API writes comments
  commentCount: '0',
  partitionKey: 'list.public_id',
  recordType: '1',
  owner: 'owner.record',
}

/** For rows `list` (with `public_id` and `is_own`), `store` and `owner` (with `record`). */
export const listHeadJson = withAdditions(headNames, headColumns)

/** The newest `shown` items of row `list`, after the first `skipped`. */
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
export const listJson = withAdditions({ ...headNames, contents }, { ...headColumns, contents: newestItemsJson })
