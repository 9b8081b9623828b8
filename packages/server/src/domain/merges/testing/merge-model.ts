/** A model of lists in memory, where actions run at once and in order; tests compare the database with it. */

import { savedForLater } from '../../lists/list-types.ts'
import { combineItems } from '../../rows/combine-items.ts'
import { type MergeTrace, subtractMerge } from '../merge-rules.ts'

export type ModelItem = {
  item_id: string
  variant_id: string
  quantity: number | null
  note: string | null
  position: number | null
  received: number | null
  created_at: number
  updated_at: number
}

type Head = { name: string; type: string; note: string | null; created_at: number; updated_at: number | string }
export type ModelList = { owner: string; head: Head; items: Map<string, ModelItem> }

type MovedItem = MergeTrace<ModelItem> & { variantId: string }
type MovedList = MergeTrace<Head> & { guestListId: string; listId: string; aliases: string[]; items: MovedItem[] }
type Merge = { guest: string; account: string; turn: number; mergedAt: number; isUndone: boolean; lists: MovedList[] }

export type World = {
  lists: Map<string, ModelList>
  aliases: Map<string, string>
  links: Map<string, string>
  merges: Merge[]
  /** Lists whose ids only the database knows are called `?1`, `?2` … until an answer has the id. */
  unnamed: number
}

export const emptyWorld = (): World => ({
  lists: new Map(),
  aliases: new Map(),
  links: new Map(),
  merges: [],
  unnamed: 0,
})

export const copyWorld = (world: World): World => structuredClone(world)

export const fold = (name: string) => name.trim().toLowerCase()

/** Times are numbers here; the rule only compares them. */
const unite = combineItems as unknown as (own: ModelItem | null, brought: ModelItem) => ModelItem

const uniteHead = (own: Head | null, brought: Head & { mergedAt: number }): Head => {
  const { mergedAt, ...head } = brought
  return own ? { ...own, note: own.note ?? head.note, updated_at: mergedAt } : head
}

const listsOf = (world: World, owner: string) =>
  [...world.lists]
    .filter(([, list]) => list.owner === owner)
    .sort(([oneId, one], [otherId, other]) => one.head.created_at - other.head.created_at || (oneId < otherId ? -1 : 1))

const kinship = ({ head }: ModelList) =>
  head.type === savedForLater ? savedForLater : `${head.type} ${fold(head.name)}`

export function sync(world: World, guest: string, account: string, mergedAt: () => number): void {
  const brought = listsOf(world, guest)
  const own = listsOf(world, account)
  const isNew = world.links.get(guest) !== account
  world.links.set(guest, account)
  if (!isNew && brought.length === 0) return
  const at = mergedAt()
  const before = world.merges.filter((merge) => merge.account === account || merge.guest === guest)
  const turn = Math.max(0, ...before.map((merge) => merge.turn)) + 1
  const merge: Merge = { guest, account, turn, mergedAt: at, isUndone: false, lists: [] }
  world.merges.push(merge)
  const pairs = brought.map(([id, list]) => ({ id, list, into: own.find(([, one]) => kinship(one) === kinship(list)) }))
  const inOrder = [...pairs.filter(({ into }) => !into), ...pairs.filter(({ into }) => into)]
  for (const { id, list, into } of inOrder) {
    const aliases = [...world.aliases].filter(([, to]) => to === id).map(([alias]) => alias)
    const moved = { guestListId: id, aliases, brought: { ...list.head } }
    const traces = (held?: Map<string, ModelItem>) =>
      [...list.items].map(([variantId, item]) => ({
        variantId,
        brought: { ...item },
        before: held?.get(variantId) ?? null,
      }))
    if (!into) {
      merge.lists.push({ ...moved, listId: id, before: null, items: traces() })
      list.owner = account
      continue
    }
    const [intoId, target] = into
    merge.lists.push({ ...moved, listId: intoId, before: { ...target.head }, items: traces(target.items) })
    takeIn(world, id, intoId, at)
  }
}

/** Combines a list with another and makes its id an alias. */
function takeIn(world: World, id: string, intoId: string, at: number): void {
  const [from, into] = [world.lists.get(id)!, world.lists.get(intoId)!]
  into.head = uniteHead(into.head, { ...from.head, mergedAt: at })
  for (const [variantId, item] of from.items)
    into.items.set(variantId, { ...unite(into.items.get(variantId) ?? null, item) })
  for (const [alias, to] of world.aliases) if (to === id) world.aliases.set(alias, intoId)
  world.lists.delete(id)
  world.aliases.set(id, intoId)
}

/** False when there is nothing to undo. */
export function undo(world: World, guest: string): boolean {
  const all = world.merges.filter((merge) => merge.guest === guest)
  const account = [...all].sort((one, other) => other.turn - one.turn)[0]?.account
  if (!account) return false
  const open = all.filter((merge) => merge.account === account && !merge.isUndone)
  for (const merge of open.sort((one, other) => other.turn - one.turn)) {
    while (merge.lists.length > 0) giveBack(world, merge, merge.lists.at(-1)!)
    merge.isUndone = true
  }
  if (world.links.get(guest) === account) world.links.delete(guest)
  return true
}

/** Merges into the same list of the account after this one, in order. */
const laterOf = (world: World, merge: Merge, moved: MovedList) =>
  world.merges
    .filter(({ account }) => account === merge.account)
    .sort((one, other) => one.turn - other.turn)
    .flatMap((other) => other.lists.map((list, place) => ({ merge: other, list, place })))
    .filter(
      (one) =>
        one.list.listId === moved.listId &&
        (one.merge.turn > merge.turn || (one.merge === merge && one.place > merge.lists.indexOf(moved))),
    )

function giveBack(world: World, merge: Merge, moved: MovedList): void {
  const own = world.lists.get(moved.listId)
  const kept = own?.owner === merge.account ? takeOut(world, merge, moved, own) : null
  const { guestListId } = moved
  const isSaved = moved.brought.type === savedForLater
  const made = isSaved ? listsOf(world, merge.guest).find(([, { head }]) => head.type === savedForLater) : undefined
  world.aliases.delete(guestListId)
  const items = new Map(moved.items.map(({ variantId, brought }) => [variantId, { ...brought }]))
  world.lists.set(guestListId, { owner: merge.guest, head: { ...moved.brought }, items })
  for (const alias of moved.aliases) world.aliases.set(alias, guestListId)
  if (made) takeIn(world, made[0], guestListId, merge.mergedAt)
  merge.lists.pop()
  const isLedTo = (id: string) =>
    [...world.aliases.values()].includes(id) ||
    world.merges.some(({ lists }) => lists.some(({ listId }) => listId === id))
  if (kept && !moved.before && world.lists.get(kept)!.items.size === 0 && !isLedTo(kept)) world.lists.delete(kept)
}

function takeOut(world: World, merge: Merge, moved: MovedList, own: ModelList): string {
  const later = laterOf(world, merge, moved)
  const dated = (list: MovedList, mergedAt: number) => ({ before: list.before, brought: { ...list.brought, mergedAt } })
  const heads = subtractMerge<Head>(
    uniteHead as never,
    dated(moved, merge.mergedAt),
    later.map((one) => dated(one.list, one.merge.mergedAt)),
    own.head,
  )
  own.head = heads.now ?? own.head
  for (const [index, { list }] of later.entries()) list.before = heads.later[index]!.before
  let listId = moved.listId
  if (listId === moved.guestListId) {
    listId = `?${++world.unnamed}`
    world.lists.delete(moved.listId)
    world.lists.set(listId, own)
    for (const [alias, to] of world.aliases) if (to === moved.listId) world.aliases.set(alias, listId)
    for (const { list } of later) list.listId = listId
  }
  for (const item of moved.items) {
    const since = later.flatMap(({ list }) => list.items.filter(({ variantId }) => variantId === item.variantId))
    const done = subtractMerge<ModelItem>(unite, item, since, own.items.get(item.variantId) ?? null)
    for (const [index, trace] of since.entries()) trace.before = done.later[index]!.before
    if (done.now) own.items.set(item.variantId, { ...done.now })
    else own.items.delete(item.variantId)
  }
  return listId
}

/** The visible part of a world, in a fixed order. */
export function visible(world: World) {
  return [...world.lists]
    .map(([id, { owner, head, items }]) => ({
      id,
      owner,
      name: head.name,
      type: head.type,
      note: head.note,
      created_at: head.created_at,
      items: [...items.values()].sort((one, other) => (one.variant_id < other.variant_id ? -1 : 1)),
      aliases: [...world.aliases]
        .filter(([, to]) => to === id)
        .map(([alias]) => alias)
        .sort(),
    }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

export type Seen = ReturnType<typeof visible>

/** Sets the ids that only the database knew: a list without one is found by its contents. */
export function nameLists(world: World, seen: Seen): void {
  const about = ({ id, aliases, ...rest }: Seen[number]) => JSON.stringify(rest)
  for (const mine of visible(world).filter(({ id }) => id.startsWith('?'))) {
    const theirs = seen.find((one) => !world.lists.has(one.id) && about(one) === about(mine))
    if (theirs) rename(world, mine.id, theirs.id)
  }
}

function rename(world: World, from: string, to: string): void {
  world.lists.set(to, world.lists.get(from)!)
  world.lists.delete(from)
  for (const [alias, id] of world.aliases) if (id === from) world.aliases.set(alias, to)
  for (const { lists } of world.merges) for (const list of lists) if (list.listId === from) list.listId = to
}
