/** The rules by which two lists become one (contract 2), and how one side's part is taken out again. Needs no database. */
import type { ItemRow, ListRow } from './list-snapshots.ts'

/**
 * The account's item and the guest's of the same variant: larger quantity, earliest creation, and for all else what the
 * newer edit says, or the older one where the newer never said anything. It stays the account's item.
 */
export function combineItems(own: ItemRow | null, brought: ItemRow): ItemRow {
  if (!own) return brought
  const [newer, older] = brought.updated_at > own.updated_at ? [brought, own] : [own, brought]
  return {
    ...fill(newer, older),
    item_id: own.item_id,
    quantity: Math.max(own.quantity ?? 0, brought.quantity ?? 0) || null,
    created_at: [own.created_at, brought.created_at].sort()[0]!,
  }
}

function fill<Row extends object>(newer: Row, older: Row): Row {
  const said = Object.entries(newer).filter(([, value]) => value !== null)
  return { ...newer, ...older, ...Object.fromEntries(said) }
}

/** The account's list keeps what it says of itself; the guest's words fill the gaps, so that none is lost. */
export function combineHeads(own: ListRow, brought: ListRow, mergedAt: string): ListRow {
  return {
    ...own,
    note: own.note ?? brought.note,
    properties: { ...brought.properties, ...own.properties },
    description: { ...brought.description, ...own.description },
    updated_at: mergedAt,
  }
}

/** A list that moves whole stays as it is, but who made it is known now. */
export const headWithOwner = (brought: ListRow, email: string | null): ListRow => ({
  ...brought,
  created_by: brought.created_by ?? email,
  updated_by: brought.updated_by ?? email,
  created_for: brought.created_for ?? email,
})

/** What one merge did to one row of the account: found it so (null: not there) and united it with what was brought. */
export type MergeTrace<Row> = { before: Row | null; brought: Row }

export type Combine<Row> = (own: Row | null, brought: Row) => Row

/**
 * Takes one merge's part out of a row, as if it had never been united: `later` are the merges since into the same row, in
 * order, and `now` is the row as it stands. Whatever was changed by hand in between stays as it was changed.
 */
export function subtractMerge<Row extends object>(
  unite: Combine<Row>,
  undone: MergeTrace<Row>,
  later: MergeTrace<Row>[],
  now: Row | null,
): { later: MergeTrace<Row>[]; now: Row | null } {
  let was = unite(undone.before, undone.brought)
  let is: Row | null = undone.before
  const rebased = later.map(({ before, brought }) => {
    const trace = { before: rebase(was, is, before), brought }
    was = unite(before, brought)
    is = unite(trace.before, brought)
    return trace
  })
  return { later: rebased, now: rebase(was, is, now) }
}

/** Where the row still says what it `was`, it now says what that `is` instead; another item by then is left alone. */
function rebase<Row extends object>(was: Row, is: Row | null, row: Row | null): Row | null {
  if (!row || idOf(row) !== idOf(was)) return row
  const fields = Object.keys({ ...was, ...row }) as (keyof Row)[]
  const touched = fields.filter((field) => !isEqual(row[field], was[field]))
  if (!is) return touched.length === 0 ? null : row
  return { ...is, ...Object.fromEntries(touched.map((field) => [field, row[field]])) }
}

const idOf = (row: object) => (row as { item_id?: string }).item_id

const isEqual = (one: unknown, other: unknown) => toSortedJson(one) === toSortedJson(other)

/** PostgreSQL keeps the keys of a map in an order of its own. */
const toSortedJson = (value: unknown) =>
  JSON.stringify(value ?? null, (_, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
