/** The rules that combine two lists into one, and that subtract one merge again. Pure functions. */
import type { ListRow } from '../rows/list-snapshots.ts'

/** The account's list keeps its own fields; the guest's fields fill the gaps, so that nothing is lost. */
export function combineHeads(own: ListRow, brought: ListRow, mergedAt: string): ListRow {
  return {
    ...own,
    note: own.note ?? brought.note,
    properties: { ...brought.properties, ...own.properties },
    description: { ...brought.description, ...own.description },
    updated_at: mergedAt,
  }
}

/** A list that moves unchanged gets the address of its owner, which is known now. */
export const headWithOwner = (brought: ListRow, email: string | null): ListRow => ({
  ...brought,
  created_by: brought.created_by ?? email,
  updated_by: brought.updated_by ?? email,
  created_for: brought.created_for ?? email,
})

/** What one merge did to one row of the account: its state before (null: it did not exist) and the guest's row. */
export type MergeTrace<Row> = { before: Row | null; brought: Row }

export type Combine<Row> = (own: Row | null, brought: Row) => Row

/**
 * Subtracts one merge from a row, as if it had never happened: `later` are the merges into the same row since then, in order,
 * and `now` is the current row. Fields that the shopper changed in between keep their values.
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

/** Fields that still have their value from `was` get the value from `is`. A row that is another item by now stays as it is. */
function rebase<Row extends object>(was: Row, is: Row | null, row: Row | null): Row | null {
  if (!row || idOf(row) !== idOf(was)) return row
  const fields = Object.keys({ ...was, ...row }) as (keyof Row)[]
  const touched = fields.filter((field) => !isEqual(row[field], was[field]))
  if (!is) return touched.length === 0 ? null : row
  return { ...is, ...Object.fromEntries(touched.map((field) => [field, row[field]])) }
}

const idOf = (row: object) => (row as { item_id?: string }).item_id

const isEqual = (one: unknown, other: unknown) => toSortedJson(one) === toSortedJson(other)

/** PostgreSQL returns the keys of a JSON object in another order. */
const toSortedJson = (value: unknown) =>
  JSON.stringify(value ?? null, (_, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
