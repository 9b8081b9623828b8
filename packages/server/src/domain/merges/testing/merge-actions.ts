/** The actions of several devices and accounts on their lists, and how they run on the database. */
import fc from 'fast-check'
import type { Database } from '../../../database/connect.ts'
import { changeList } from '../../lists/change-list.ts'
import { createList, deleteList } from '../../lists/lists.ts'
import type { Shopper } from '../../shoppers/shoppers.ts'
import type { Store } from '../../stores/stores.ts'
import { linkGuest } from '../merges.ts'
import { undoMerge } from '../undo-merge.ts'
import { change, type Device, innerId, product } from './guests-and-accounts.ts'

/** Devices and accounts are numbered; a device acts for itself or, with its own old session, for an account. */
export type Act =
  | { does: 'create'; as: Actor; name: string; type: string }
  | { does: 'add'; as: Actor; list: number; variant: number; quantity: number | null; note: string | null }
  | { does: 'update'; as: Actor; list: number; variant: number; quantity: number | null; note: string | null }
  | { does: 'remove'; as: Actor; list: number; variant: number }
  | { does: 'delete'; as: Actor; list: number }
  | { does: 'rename'; as: Actor; list: number; name: string }
  | { does: 'sync'; device: number; account: number }
  | { does: 'undo'; device: number }

export type Actor = { device: number; account: number | null; session: 'own' | 'device' }

const devices = fc.nat({ max: 1 })
const accounts = fc.constantFrom(0, 0, 0, 1)
const actor: fc.Arbitrary<Actor> = fc.oneof(
  fc.record({ device: devices, account: fc.constant(null), session: fc.constant('own' as const) }),
  fc.record({ device: devices, account: accounts, session: fc.constantFrom('own' as const, 'device' as const) }),
)
const name = fc.constantFrom('Gifts', 'GIFTS', 'Gifts', 'Shoes')
const list = fc.nat({ max: 999 })
const variant = fc.nat({ max: 3 })
const quantity = fc.option(fc.integer({ min: 1, max: 5 }))
const note = fc.option(fc.constantFrom('a', 'b'))
const does = <const Word extends string>(word: Word) => fc.constant(word)
const changed = { as: actor, list, variant, quantity, note }

export const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ does: does('create'), as: actor, name, type: fc.constantFrom('wl', 'wl', 'sfl') }),
  },
  { weight: 6, arbitrary: fc.record({ does: does('add'), ...changed }) },
  { weight: 2, arbitrary: fc.record({ does: does('update'), ...changed }) },
  { weight: 2, arbitrary: fc.record({ does: does('remove'), as: actor, list, variant }) },
  { weight: 1, arbitrary: fc.record({ does: does('delete'), as: actor, list }) },
  { weight: 1, arbitrary: fc.record({ does: does('rename'), as: actor, list, name }) },
  { weight: 4, arbitrary: fc.record({ does: does('sync'), device: devices, account: accounts }) },
  { weight: 2, arbitrary: fc.record({ does: does('undo'), device: devices }) },
)

/** A start for every action: each device and the first account have lists with items. */
const everybody: Actor[] = [
  { device: 0, account: null, session: 'own' },
  { device: 1, account: null, session: 'own' },
  { device: 0, account: 0, session: 'own' },
]
const eachOf = (arbitrary: (as: Actor) => fc.Arbitrary<Act>) => fc.tuple(...everybody.map(arbitrary))

export const beginning = fc.tuple(
  eachOf((as) => fc.record({ does: does('create'), as: fc.constant(as), name, type: fc.constant('wl') })),
  eachOf((as) => fc.record({ does: does('add'), ...changed, as: fc.constant(as) })),
  eachOf((as) => fc.record({ does: does('add'), ...changed, as: fc.constant(as) })),
)

type Item = { id: string; cts: number; uts: number }
/** The part of an answer that only the database knows; null for a refusal. */
export type Answer = { listId?: string; time?: number; item?: Item } | null

export type Scene = {
  sql: Database
  store: Store
  devices: Device[]
  accounts: (Shopper & { email: string })[]
  /** Every list ever created, and who could use which ids at the last check. */
  lists: string[]
  ids: Map<string, string[]>
}

export const whoIs = ({ store, devices, accounts }: Scene, { device, account, session }: Actor): Shopper => {
  if (account === null) return devices[device]!
  const owner = accounts[account]!
  const { session: oldSession, deviceId } = devices[device]!
  return session === 'own' ? owner : { ...owner, store, session: oldSession, deviceId }
}

/** The list of an action: mostly one of the actor's own, by its id or an alias; sometimes any list. */
export function aim(scene: Scene, act: Act): string {
  if (!('list' in act)) return ''
  const own = scene.ids.get(whoIs(scene, act.as).shopperId) ?? []
  const among = act.list < 900 && own.length > 0 ? own : scene.lists
  return among[act.list % among.length] ?? ''
}

export async function perform(scene: Scene, act: Act, listId: string): Promise<Answer> {
  try {
    return await attempt(scene, act, listId)
  } catch (error) {
    if ((error as { type?: string }).type) return null
    throw error
  }
}

async function attempt(scene: Scene, act: Act, listId: string): Promise<Answer> {
  const { sql, store, devices, accounts } = scene
  if (act.does === 'sync') {
    await linkGuest(sql, store, devices[act.device]!.uuid, accounts[act.account]!.email)
    return {}
  }
  if (act.does === 'undo') {
    await undoMerge(sql, store, devices[act.device]!.shopperId)
    return {}
  }
  const who = whoIs(scene, act.as)
  if (act.does === 'create') {
    const { record } = await createList(sql, who, { name: act.name, type: act.type })
    const { lid, cts } = JSON.parse(record)
    return { listId: innerId(store, lid), time: cts }
  }
  const publicId = store.prefix + listId.replaceAll('-', '')
  if (act.does === 'rename') return { time: JSON.parse(await changeList(sql, who, publicId, { name: act.name })).uts }
  if (act.does === 'delete') {
    await deleteList(sql, who, publicId)
    return {}
  }
  const variantId = String(act.variant)
  if (act.does === 'remove') {
    await change(sql, who, publicId, { remove: [{ variantId }] })
    return {}
  }
  const said = { ...(act.quantity && { quantity: act.quantity }), ...(act.note && { note: act.note }) }
  const done = await change(
    sql,
    who,
    publicId,
    act.does === 'add' ? { add: [product(variantId, said)] } : { update: [{ variantId, ...said }] },
  )
  return { item: [...done.add, ...done.update][0] }
}
