/** Brings a product into the chosen lists and out of the others, so that its price when saved stays. */
import { copyItems, moveItems } from '../../client/manage-lists.ts'
import { wishlist } from '../../client/names.ts'
import { type Change, isSame, type Product } from '../../client/records.ts'
import { announce, heartbell } from '../kit.ts'

/** `from` alone: removed; `to` alone: saved; both: copied, with `move` moved. */
export type Step = { from?: string; to?: string; move?: boolean }

/** The steps from the lists that hold a product to the wanted ones. */
export function planSteps(held: string[], wanted: string[]): Step[] {
  const to = wanted.filter((listId) => !held.includes(listId))
  const from = held.filter((listId) => !wanted.includes(listId))
  // removed last: a copy needs its source
  if (!wanted[0] || !held[0]) return [...to.map((to) => ({ to })), ...from.map((from) => ({ from }))]
  const source = held.find((listId) => wanted.includes(listId)) ?? from[0]!
  const copies = to.slice(from.length).map((to) => ({ from: source, to }))
  const moves = to.slice(0, from.length).map((to, index) => ({ from: from[index]!, to, move: true }))
  return [...copies, ...moves, ...from.slice(to.length).map((from) => ({ from }))]
}

/** The service does not have it yet, so that it has no price when saved to lose. */
const isUnsent = (product: Product) =>
  (heartbell.localData.read<Change[]>('queue') ?? []).some(
    ({ sent, add = [] }) => !sent && add.some((item) => isSame(item, product)),
  )

/** A list that the service has just created for the first heart has an id now. */
export const currentId = (listId: string) =>
  listId === wishlist ? (heartbell.seen().find(({ type }) => type === wishlist)?.listId ?? listId) : listId

async function take({ from, to, move }: Step, product: Product, heart?: HTMLElement): Promise<void> {
  if (!from) heartbell.add(product, to)
  else if (!to) heartbell.remove(product, from)
  else if (isUnsent(product)) {
    heartbell.add(product, to)
    if (move) heartbell.remove(product, from)
  } else {
    await (move ? moveItems : copyItems)(heartbell, currentId(from), currentId(to), [product])
    const find = (id: string) => heartbell.seen().find(({ listId }) => listId === currentId(id))
    announce(heart, 'moved', { product, list: find(to), from: find(from), copied: !move })
  }
}

/** Throws a problem with status 0 if the service is needed and there is no answer. `heart` fires the events. */
export async function saveChoice(
  product: Product,
  held: string[],
  wanted: string[],
  heart?: HTMLElement,
): Promise<void> {
  const steps = planSteps(held, wanted)
  if (steps.some(({ from, to }) => from && to)) await heartbell.flush()
  for (const step of steps) await take(step, product, heart)
}
