/** Save for later: each shopper has one list of this type; its items succeed or fail one by one. */
import { z } from 'zod'
import { documentedAs } from '../wire/documented.ts'
import { type Refusal, refuseFields } from '../wire/errors.ts'
import { clearable, clearableText, jsonText, listName, optional, requiredText, singleLine } from '../wire/fields.ts'
import { freeMap } from '../wire/free-map.ts'
import { listCallNames, listNames, savedNames } from '../wire/names.ts'
import { wholeNumber } from '../wire/numbers.ts'
import { resource } from '../wire/resource.ts'
import { anyItemRecord, editedItem, newItem, removedItem } from './items.ts'
import { listCall, listId, listPage, listRecord, overQuota, tooManyItems, unknownList } from './lists.ts'

/** One item as it was sent, with the parsed item or the refusal. */
export type Sent<Item> = { sent: unknown } & ({ item: Item; refusal?: never } | { refusal: Refusal; item?: never })

/** Parses each item by itself: an invalid one must not stop the others. */
const each = <Item>(schema: z.ZodType<Item>) =>
  jsonText(
    z
      .array(
        documentedAs(
          z.unknown().transform((sent) => readOne(schema, sent)),
          schema,
        ),
      )
      .max(250, tooManyItems),
  )

function readOne<Item>(schema: z.ZodType<Item>, sent: unknown): Sent<Item> {
  const read = schema.safeParse(sent)
  return read.success ? { sent, item: read.data } : { sent, refusal: refuseFields(read.error) }
}

/** A failed item as it was sent, with the refusal's type and message added. */
export function writeFailure(sent: unknown, refusal: Refusal): Record<string, unknown> {
  const isRecord = typeof sent === 'object' && sent !== null && !Array.isArray(sent)
  const { item, reason, message } = savedNames
  return { ...(isRecord ? sent : { [item]: sent }), [reason]: refusal.type, [message]: refusal.message }
}

const failure = resource(savedNames, { reason: z.string(), message: z.string() })
const failed = z.array(failure.wire.loose())
const done = z.array(anyItemRecord)
const answers = {
  added: resource(savedNames, { added: done, failed }).wire.strict(),
  removed: resource(savedNames, { removed: done, failed }).wire.strict(),
  updated: resource(savedNames, { updated: done, failed }).wire.strict(),
  moved: resource(savedNames, { moved: done, failed }).wire.strict(),
}

const words = { ...listCallNames, ...listNames } as const

export const createSaved = listCall(
  'sfl/create',
  'Fetch the save-for-later list; created if there is none',
  resource(words, {
    name: listName,
    note: clearableText(singleLine(2000)),
    properties: clearable(jsonText(freeMap)),
  }),
  listRecord.wire.strict(),
  {
    refusals: [
      [400, 'invalid-lname'],
      [409, 'lname-taken'],
      [409, 'too-many-lists'],
    ],
  },
)

export const fetchSaved = listCall(
  'sfl/fetch',
  'Fetch the save-for-later list page by page; created if there is none',
  resource(words, {
    next: optional(requiredText(400)),
    limit: optional(wholeNumber(1, 500)),
    offset: optional(wholeNumber(0, 1_000_000)),
  }),
  listPage.wire.strict(),
  { inQuery: ['limit', 'offset'], reads: true },
)

export const addSaved = listCall(
  'sfl/add',
  'Save items for later',
  resource(savedNames, { listId, items: each(newItem) }),
  answers.added,
  { refusals: [unknownList, ...overQuota] },
)

export const removeSaved = listCall(
  'sfl/remove',
  'Remove items saved for later; the answer contains them as they were',
  resource(savedNames, { listId, items: each(removedItem) }),
  answers.removed,
  { refusals: [unknownList] },
)

export const updateSaved = listCall(
  'sfl/update',
  'Change items saved for later',
  resource(savedNames, { listId, items: each(editedItem) }),
  answers.updated,
  { refusals: [unknownList] },
)

export const moveSaved = listCall(
  'sfl/moved-to-cart',
  'Remove items that were moved to the cart; the answer contains them as they were',
  resource(savedNames, { listId, items: each(removedItem) }),
  answers.moved,
  { refusals: [unknownList] },
)
