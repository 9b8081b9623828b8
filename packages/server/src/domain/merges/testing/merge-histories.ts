/** Histories of concurrent actions of several devices, run on the database and in the model; each returns whether the two agree. */
import fc from 'fast-check'
import type { Database } from '../../../database/connect.ts'
import { seededRandom, withPauses } from '../../../database/testing/test-database.ts'
import type { Store } from '../../stores/stores.ts'
import { logIn, newDevice } from './guests-and-accounts.ts'
import { type Act, type Answer, act, aim, beginning, perform, type Scene, whoIs } from './merge-actions.ts'
import * as model from './merge-model.ts'

/** Groups of concurrent actions, one group after the other. */
export const histories: fc.Arbitrary<History> = fc.record({
  bunches: fc
    .tuple(beginning, fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 12 }))
    .map(([first, then]) => [...first, ...then]),
  seed: fc.nat(),
})

export type History = { bunches: Act[][]; seed: number }

/** Null when the database equals the model throughout; else the difference, and the group before it. */
export async function findDisagreement(sql: Database, store: Store, { bunches, seed }: History) {
  const scene: Scene = {
    sql: withPauses(sql, seededRandom(seed), { longest: 4 }),
    store,
    devices: [await newDevice(sql, store), await newDevice(sql, store)],
    accounts: [await logIn(sql, store), await logIn(sql, store)],
    lists: [],
    ids: new Map(),
  }
  let worlds = [model.emptyWorld()]
  for (const [index, bunch] of bunches.entries()) {
    const done = await Promise.all(bunch.map((act) => doOne(scene, act)))
    scene.lists.push(...done.flatMap(({ answer }) => answer?.listId ?? []))
    const seen = await look(sql, store)
    scene.ids = idsByOwner(seen)
    const times = await mergeTimes(sql, store)
    const possible = worlds.flatMap((world) => outcomes(scene, world, done, times))
    for (const world of possible) model.nameLists(world, seen)
    const expected = JSON.stringify(seen)
    worlds = unique(possible.filter((world) => JSON.stringify(model.visible(world)) === expected))
    if (worlds.length === 0)
      return { index, done, seen, possible: possible.slice(0, 3).map((world) => model.visible(world)) }
  }
  return null
}

type Done = { act: Act; listId: string; answer: Answer }

async function doOne(scene: Scene, act: Act): Promise<Done> {
  const listId = aim(scene, act)
  return { act, listId, answer: await perform(scene, act, listId) }
}

function idsByOwner(seen: model.Seen): Scene['ids'] {
  const found: Scene['ids'] = new Map()
  for (const { id, owner, aliases } of seen) found.set(owner, [...(found.get(owner) ?? []), id, ...aliases])
  return found
}

/**
 * Every world that these actions can lead to, in any order, with the same answers. A statement looks up aliases and
 * sessions when it begins and may then wait for a lock: so an action may use the state at the start of its group.
 */
function outcomes(scene: Scene, world: model.World, done: Done[], times: Times): model.World[] {
  const start = model.copyWorld(world)
  const orders = permutations(done)
  const early = done.reduce<boolean[][]>(
    (all) =>
      all.flatMap((one) => [
        [...one, false],
        [...one, true],
      ]),
    [[]],
  )
  return orders.flatMap((order) =>
    early.flatMap((choices) => {
      const after = model.copyWorld(world)
      const fits = order.every((one, index) => {
        const before = choices[index] ? start : after
        return happen(scene, after, before, one, times) === (one.answer !== null)
      })
      return fits ? [after] : []
    }),
  )
}

/** Runs one action in the model; false if it would be refused. `before` has who is admitted and what an id means. */
function happen(scene: Scene, world: model.World, before: model.World, done: Done, times: Times): boolean {
  const { devices, accounts } = scene
  const { act, answer } = done
  if (act.does === 'sync') {
    const [guest, account] = [devices[act.device]!.shopperId, accounts[act.account]!.shopperId]
    const turn = world.merges.filter((merge) => merge.account === account).length
    model.sync(world, guest, account, () => times.get(account)?.[turn] ?? 0)
    return true
  }
  if (act.does === 'undo') return model.undo(world, devices[act.device]!.shopperId)
  const who = whoIs(scene, act.as)
  const { shopperId } = who
  const session = who.session!.shopperId
  if (session !== shopperId && before.links.get(session) !== shopperId) return false
  if (act.does === 'create') {
    const active = [...world.lists.values()].filter(({ owner, head }) => owner === shopperId && head.type === act.type)
    const isTaken = active.some(({ head }) => act.type === 'sfl' || model.fold(head.name) === model.fold(act.name))
    if (isTaken || !answer) return false
    const head = { name: act.name, type: act.type, note: null, created_at: answer.time!, updated_at: answer.time! }
    world.lists.set(answer.listId!, { owner: shopperId, head, items: new Map() })
    return true
  }
  const listId = before.aliases.get(done.listId) ?? done.listId
  const list = world.lists.get(listId)
  if (!list || list.owner !== shopperId) return false
  if (act.does === 'rename') list.head = { ...list.head, name: act.name, updated_at: answer?.time ?? 0 }
  else if (act.does === 'delete') {
    world.lists.delete(listId)
    for (const [alias, to] of world.aliases) if (to === listId) world.aliases.delete(alias)
  } else {
    const variantId = String(act.variant)
    const item = list.items.get(variantId)
    if (act.does === 'update' && !item) return false
    // no answer has the time of a removal; it differs from all other times
    list.head = { ...list.head, updated_at: act.does === 'remove' ? `${Math.random()}` : (answer?.item?.uts ?? 0) }
    if (act.does === 'remove') list.items.delete(variantId)
    else
      list.items.set(variantId, {
        item_id: item?.item_id ?? answer?.item?.id ?? '',
        variant_id: variantId,
        quantity: act.quantity ?? item?.quantity ?? null,
        note: act.note ?? item?.note ?? null,
        position: null,
        received: null,
        created_at: item?.created_at ?? answer?.item?.cts ?? 0,
        updated_at: answer?.item?.uts ?? 0,
      })
  }
  return true
}

function permutations<Thing>(things: Thing[]): Thing[][] {
  if (things.length < 2) return [things]
  return things.flatMap((first, index) =>
    permutations(things.filter((_, other) => other !== index)).map((rest) => [first, ...rest]),
  )
}

/** Removes duplicate worlds; of many that differ only in invisible parts some are enough. */
function unique(worlds: model.World[]): model.World[] {
  const text = (world: model.World) =>
    JSON.stringify([...model.visible(world), [...world.links], world.merges], (key, value) =>
      key === 'updated_at' && typeof value === 'string' ? 'some time' : value,
    )
  return [...new Map(worlds.map((world) => [text(world), world])).values()].slice(0, 16)
}

/** Everything in the store, in the form of the model. */
async function look(sql: Database, { storeId }: Store): Promise<model.Seen> {
  const millis = (column: string) => sql.unsafe(`(date_part('epoch', ${column}) * 1000)::bigint`)
  const rows = await sql<{ list: model.Seen[number] & { item_count: number } }[]>`
    select jsonb_build_object(
      'id', list_id, 'owner', shopper_id, 'name', name, 'type', type, 'note', note, 'item_count', item_count,
      'created_at', ${millis('created_at')},
      'items', array(
        select jsonb_build_object(
          'item_id', item_id, 'variant_id', variant_id, 'quantity', quantity, 'note', note,
          'position', position, 'received', received,
          'created_at', ${millis('item.created_at')}, 'updated_at', ${millis('item.updated_at')}
        )
        from items item
        where item.store_id = list.store_id
          and item.list_id = list.list_id
        order by variant_id
      ),
      'aliases', array(
        select alias_id
        from list_aliases alias
        where alias.store_id = list.store_id
          and alias.list_id = list.list_id
        order by alias_id
      )
    ) as list
    from lists list
    where store_id = ${storeId}
    order by list_id`
  return rows.map(({ list: { item_count, ...list } }) => {
    if (item_count !== list.items.length) throw new Error(`${list.id} counts ${item_count} of ${list.items.length}`)
    const items = list.items.map(
      ({ item_id, variant_id, quantity, note, position, received, created_at, updated_at }) => ({
        item_id,
        variant_id,
        quantity,
        note,
        position,
        received,
        created_at,
        updated_at,
      }),
    )
    const { id, owner, name, type, note, created_at, aliases } = list
    return { id, owner, name, type, note, created_at, items, aliases }
  })
}

/** The times of each account's merges, in order. */
type Times = Map<string, number[]>

async function mergeTimes(sql: Database, { storeId }: Store): Promise<Times> {
  const rows = await sql<{ accountId: string; times: number[] }[]>`
    select account_id, array_agg((date_part('epoch', merged_at) * 1000)::bigint order by turn) as times
    from merges
    where store_id = ${storeId}
    group by account_id`
  return new Map(rows.map(({ accountId, times }) => [accountId, times.map(Number)]))
}
