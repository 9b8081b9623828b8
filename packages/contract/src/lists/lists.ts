/** Lists: their record and every call on them. */
import { z } from 'zod'
import { type Endpoint, endpoint } from '../wire/endpoint.ts'
import {
  clearable,
  clearableText,
  jsonText,
  listName,
  optional,
  requiredText,
  singleLine,
  yesNo,
} from '../wire/fields.ts'
import { freeMap } from '../wire/free-map.ts'
import { envelopeNames, listAdditionNames, listCallNames, listNames, paginationNames } from '../wire/names.ts'
import { int64, wholeNumber } from '../wire/numbers.ts'
import { type Names, type Resource, resource, type Shape } from '../wire/resource.ts'
import { askedIds } from './asked-ids.ts'
import { description } from './description.ts'
import { anyItemRecord, editedItem, newItem, removedItem } from './items.ts'
import { ownerRecord } from './owners.ts'

const record = {
  listId: z.string(),
  name: z.string(),
  type: z.string(),
  note: z.string().nullable(),
  properties: z.record(z.string(), z.unknown()),
  customProperties: z.record(z.string(), z.unknown()),
  description: z.record(z.string(), z.unknown()),
  anonymousRead: z.boolean(),
  itemCount: z.int(),
  copying: z.boolean(),
  createdBy: z.string().nullable(),
  updatedBy: z.string().nullable(),
  createdFor: z.string().nullable(),
  createdAt: z.int(),
  updatedAt: z.int(),
  status: z.union([z.literal(0), z.literal(1)]),
  deviceId: z.string(),
  ownerId: z.string(),
  storePid: z.string(),
  recordId: z.string(),
  hash: z.string(),
  commentCount: z.int(),
  partitionKey: z.string(),
  recordType: z.int(),
  owner: ownerRecord.wire.strict().nullable(),
  additions: resource(listAdditionNames, { shareUrl: z.string().optional(), renamedFrom: z.string().optional() })
    .wire.strict()
    .optional(),
}

/** The list without its items. */
export const listHead = resource(listNames, record)

/** The list with the preview of its items, which callers treat as all of them. */
export const listRecord = resource(listNames, { ...record, contents: z.array(anyItemRecord) })

const pagination = resource(paginationNames, {
  total: z.int(),
  next: z.string().nullable(),
  limit: z.int(),
})

const page = {
  list: listHead.wire.strict(),
  items: z.array(anyItemRecord),
  owner: ownerRecord.wire.strict().nullable(),
  pagination: pagination.wire.strict(),
}

const listPage = resource(envelopeNames, page)
/** The items stand in three places, because callers read one or another: `list`, `items` and the envelope. */
const listWithContents = resource(envelopeNames, {
  ...page,
  list: listRecord.wire.strict(),
  contents: z.array(anyItemRecord),
})
const userLists = resource(envelopeNames, { status: z.literal('success'), data: z.array(listHead.wire.strict()) })

const itemChanges = resource(listCallNames, {
  add: z.array(anyItemRecord),
  update: z.array(anyItemRecord),
  remove: z.array(anyItemRecord),
})
const itemsEverywhere = resource(listCallNames, { add: z.array(anyItemRecord), remove: z.array(anyItemRecord) })

const words = { ...listCallNames, ...listNames } as const
export const listId = requiredText(200)
const listType = optional(singleLine(64))
export const tooManyItems = 'may contain at most 250 items'
const several = <T extends z.ZodType>(schema: T) => optional(jsonText(z.array(schema).max(250, tooManyItems)))

/** A shopper’s call below `lists/`; sharing and save for later use it too. */
export const listCall = <S extends Shape>(
  name: string,
  summary: string,
  fields: Resource<never, S> | Resource<Names, S>,
  answer: z.ZodType,
  more: Partial<Pick<Endpoint<S>, 'inQuery' | 'reads' | 'refusals'>> = {},
) =>
  endpoint({
    method: 'POST',
    path: `/api/v3/lists/${name}`,
    auth: 'shopper',
    tag: 'Lists',
    summary,
    fields,
    answer,
    ...more,
  })

export const unknownList = [404, 'unknown-list'] as const

/** Of calls that add items. */
export const overQuota = [
  [409, 'too-many-items'],
  [409, 'too-many-bytes'],
  [409, 'store-full'],
] as const

export const createList = listCall(
  'create',
  'Create a list, empty or as a copy of another',
  resource(words, {
    name: listName,
    type: listType,
    note: clearableText(singleLine(2000)),
    properties: clearable(jsonText(freeMap)),
    description,
    anonymousRead: optional(yesNo),
    copyFrom: optional(requiredText(200)),
  }),
  listRecord.wire.strict(),
  {
    refusals: [
      [400, 'invalid-lname'],
      [409, 'lname-taken'],
      [400, 'unknown-lty'],
      unknownList,
      [409, 'too-many-lists'],
      ...overQuota,
    ],
  },
)

export const updateList = listCall(
  'update',
  'Change a list’s name, note, type or properties',
  resource(words, {
    listId,
    name: optional(listName),
    type: listType,
    note: clearableText(singleLine(2000)),
    properties: clearable(jsonText(freeMap)),
    description,
  }),
  listRecord.wire.strict(),
  { refusals: [unknownList, [400, 'unknown-lty']] },
)

export const changeItems = listCall(
  'update-ctx',
  'Remove, update and add items of a list, in this order; either all changes succeed or none',
  resource(words, { listId, add: several(newItem), update: several(editedItem), remove: several(removedItem) }),
  itemChanges.wire.strict(),
  {
    refusals: [
      unknownList,
      [404, 'unknown-item'],
      [403, 'custom-items-disabled'],
      [400, 'unknown-product'],
      ...overQuota,
    ],
  },
)

export const changeItemsEverywhere = listCall(
  'update-multiple-ctx',
  'Add one item to several lists, or remove it from them',
  resource(words, {
    listIds: jsonText(
      z.array(requiredText(200)).min(1, 'must contain a list id').max(10, 'may contain at most 10 list ids'),
    ),
    add: several(newItem),
    remove: several(removedItem),
  }),
  itemsEverywhere.wire.strict(),
  { refusals: [unknownList, [403, 'custom-items-disabled'], ...overQuota] },
)

export const fetchLists = listCall(
  'fetch-lists',
  'Fetch the shopper’s lists with a preview of their items',
  resource(words, { type: listType, includeArchived: optional(yesNo) }),
  z.array(listRecord.wire.strict()),
  { reads: true },
)

export const fetchUserLists = listCall(
  'fetch-user-lists',
  'Fetch the shopper’s lists without their items',
  resource(words, { type: listType, includeArchived: optional(yesNo) }),
  userLists.wire.strict(),
  { reads: true },
)

/** `position`: the owner's order; `priority`: the most wanted first, then the owner's order. */
const sorting = {
  sortBy: optional(z.enum(['price', 'title', 'time', 'position', 'priority'])),
  sortOrder: optional(z.enum(['asc', 'desc'])),
}

export const fetchUserList = listCall(
  'fetch-user-list',
  'Fetch one list page by page, sorted and filtered',
  resource(words, {
    listId,
    next: optional(requiredText(2000)),
    itemsLimit: optional(wholeNumber(1, 100)),
    ...sorting,
    filterBy: optional(z.enum(['instock', 'outofstock'])),
  }),
  listPage.wire.strict(),
  { reads: true, refusals: [unknownList] },
)

const pageLimit = optional(wholeNumber(1, 500))
const pageOffset = optional(wholeNumber(0, 1_000_000))

export const fetchListWithContents = listCall(
  'fetch-list-with-contents',
  'Fetch one list with its items; a public list of another shopper, too',
  resource(words, {
    listId,
    limit: pageLimit,
    offset: pageOffset,
    next: optional(requiredText(2000)),
    ...sorting,
    excludeArchived: optional(yesNo),
    country: optional(singleLine(64)),
    locale: optional(singleLine(64)),
    currency: optional(singleLine(64)),
  }),
  listWithContents.wire.strict(),
  { inQuery: ['limit', 'offset'], reads: true, refusals: [unknownList] },
)

export const fetchList = listCall(
  'fetch-list',
  'Fetch one list’s record',
  resource(words, { listId }),
  listRecord.wire.strict(),
  { reads: true, refusals: [unknownList] },
)

export const fetchItems = listCall(
  'fetch-ctx',
  'Fetch one list’s items',
  resource(words, { listId }),
  z.array(anyItemRecord),
  { reads: true, refusals: [unknownList] },
)

export const deleteList = listCall(
  'delete-list',
  'Delete a list with its items; the answer is the deleted list',
  resource(words, { listId, limit: optional(int64), offset: optional(int64) }),
  listRecord.wire.strict(),
  { inQuery: ['limit', 'offset'], refusals: [unknownList] },
)

export const contains = listCall(
  'contains',
  'Find which of these products or variants are saved, and in which lists',
  resource(words, { productIds: askedIds, variantIds: askedIds }),
  z
    .record(z.string(), z.array(z.string()))
    .meta({ examples: [{ 40321: ['q83vEjRW0190f3c2a5d87c1e9b6a4d2e8f70c135'] }] }),
  { reads: true },
)

export { listPage }
