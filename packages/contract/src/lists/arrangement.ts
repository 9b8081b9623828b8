/** Arranging items: moving and copying them between lists, the owner's order, priorities, desired and received quantities. */
import { z } from 'zod'
import { clearable, jsonText, optional, productKey } from '../wire/fields.ts'
import { arrangementNames, envelopeNames } from '../wire/names.ts'
import { wholeNumber } from '../wire/numbers.ts'
import { resource } from '../wire/resource.ts'
import { anyItemRecord, priorities } from './items.ts'
import { listCall, listId, overQuota, tooManyItems, unknownList } from './lists.ts'

const unknownItem = [404, 'unknown-item'] as const

const isWithoutRepetition = (ids: string[]) => new Set(ids).size === ids.length

const ids = (most: number, says: string) =>
  jsonText(
    z
      .array(productKey)
      .min(1, 'must contain an item')
      .max(most, says)
      .refine(isWithoutRepetition, 'must contain each item once'),
  )

const items = resource(envelopeNames, { items: z.array(anyItemRecord) }).wire.strict()
const transfer = { listId, toListId: listId, items: ids(250, tooManyItems) }

export const moveItems = listCall(
  'move-items',
  'Move items to another list of the shopper; either all move or none',
  resource(arrangementNames, transfer),
  items,
  { refusals: [unknownList, unknownItem] },
)

export const copyItems = listCall(
  'copy-items',
  'Copy items to another list of the shopper; either all are copied or none',
  resource(arrangementNames, transfer),
  items,
  { refusals: [unknownList, unknownItem, ...overQuota] },
)

/** As many as a list shows by default. */
const mostOrdered = 500

export const reorderItems = listCall(
  'reorder',
  'Put items of a list in another order',
  resource(arrangementNames, {
    listId,
    items: optional(ids(mostOrdered, `may contain at most ${mostOrdered} items`)),
    variantId: optional(productKey),
    before: optional(productKey),
    after: optional(productKey),
  }),
  items,
  { refusals: [unknownList, unknownItem] },
)

export const setPriority = listCall(
  'priority',
  'Say how much an item is wanted: its priority, how many, and how many have arrived',
  resource(arrangementNames, {
    listId,
    variantId: productKey,
    priority: clearable(z.enum(priorities)),
    desired: clearable(wholeNumber(1, 1_000_000)),
    received: clearable(wholeNumber(0, 1_000_000)),
  }),
  anyItemRecord,
  { refusals: [unknownList, unknownItem] },
)
