/** Histories of a waiting line: people arrive in every way there is, stock comes and goes, offers lapse. Run on database and model. */
import fc from 'fast-check'
import type { Database } from '../../../database/connect.ts'
import { drawKey } from '../../lift/holdouts.ts'
import { drawNumber } from '../../lift/testing/draw-number.ts'
import type { Store } from '../../stores/stores.ts'
import { LineActs } from './line-acts.ts'
import { findBrokenPromises, type PromiseKind } from './line-checks.ts'
import * as model from './line-model.ts'
import { planModel } from './line-plan.ts'
import { TimelineWatch } from './line-timelines.ts'

const name = fc.constantFrom('ada', 'ben', 'cleo', 'dan', 'eve', 'fay')
const variant = fc.constantFrom(...model.variants)
const quantity = fc.constantFrom(1, 1, 1, 2, 3)
const does = <T extends string>(...words: T[]) => fc.constantFrom(...words)

export type LineAct =
  | { does: 'ask'; name: string; variant: model.ModelVariant; quantity: number; any: boolean }
  | { does: 'import'; name: string; variant: model.ModelVariant; quantity: number; minutes: number }
  | { does: 'leave' | 'return' | 'move' | 'buy'; name: string; variant: model.ModelVariant }
  | { does: 'confirm'; name: string }
  | { does: 'stock'; variant: model.ModelVariant; stock: number }
  | { does: 'plan' | 'send' | 'lapse' | 'reveal' }

const any = fc.constantFrom(false, false, true)
const asks = fc.record({ does: does('ask'), name, variant, quantity, any })
const imports = fc.record({ does: does('import'), name, variant, quantity, minutes: fc.integer({ min: 1, max: 9000 }) })

const act: fc.Arbitrary<LineAct> = fc.oneof(
  { weight: 3, arbitrary: asks },
  { weight: 2, arbitrary: imports },
  { weight: 3, arbitrary: fc.record({ does: does('confirm'), name }) },
  { weight: 5, arbitrary: fc.record({ does: does('leave', 'return', 'return', 'move', 'buy'), name, variant }) },
  { weight: 6, arbitrary: fc.record({ does: does('stock'), variant, stock: fc.nat(5) }) },
  {
    weight: 9,
    arbitrary: fc.record({ does: does('plan', 'plan', 'plan', 'plan', 'send', 'send', 'lapse', 'reveal') }),
  },
)

export type LineHistory = model.LineSettings & { acts: LineAct[] }

export const lineHistories: fc.Arbitrary<LineHistory> = fc.record({
  pacing: fc.constantFrom('offers' as const, 'offers' as const, 'everyone' as const),
  ratio: fc.constantFrom(1, 1, 1, 2, 0.5),
  minStock: fc.constantFrom(1, 1, 1, 2),
  doubleOptIn: fc.boolean(),
  holdout: fc.constantFrom(null, null, 0.3, 0.5),
  acts: fc
    .tuple(
      fc.array(fc.oneof(asks, imports), { minLength: 2, maxLength: 5 }),
      fc.array(act, { minLength: 8, maxLength: 26 }),
    )
    .map(([first, then]) => [...first, ...then, { does: 'plan' }]),
})

export const lineSettings = ({ pacing, ratio, minStock, doubleOptIn, holdout }: LineHistory) => [
  ...[
    `pacing=${pacing}`,
    `offer-ratio=${ratio}`,
    `min-stock=${minStock}`,
    `double-opt-in=${doubleOptIn ? 'on' : 'off'}`,
    `holdout=${holdout === null ? 'off' : `${holdout * 100}%`}`,
  ],
]

export type LineFault = { kind: PromiseKind; says: string; index: number; act: LineAct }

/** The first act after which a promise is broken, or null. `shop`: from `newLineShop`, with the history's settings. */
export async function findLineFault(sql: Database, shop: Store, history: LineHistory): Promise<LineFault | null> {
  const key = drawKey(shop.tokenKey)
  const world = model.newLineWorld(history, ({ id }) => drawNumber(key, id) < (history.holdout ?? 0))
  const acts = new LineActs(sql, shop)
  const timelines = new TimelineWatch()
  let plans = 0
  for (const [index, act] of history.acts.entries()) {
    await perform(acts, world, act, index)
    await acts.identify(world.rows)
    const broken = await findBrokenPromises(sql, shop, acts, world)
    // Reading all timelines costs more than the act: at every third planning, and at the last.
    const isRead = act.does === 'plan' && (plans++ % 3 === 0 || index === history.acts.length - 1)
    if (isRead) broken.push(...(await timelines.findBroken(sql, shop, world)))
    if (broken[0]) return { ...broken[0], index, act }
  }
  return null
}

async function perform(acts: LineActs, world: model.LineWorld, act: LineAct, index: number): Promise<void> {
  if (act.does === 'ask') {
    await acts.ask(act)
    model.ask(world, act)
  } else if (act.does === 'import') {
    // No two have the same date.
    const minutes = act.minutes + index / 1000
    await acts.import(act, minutes)
    model.importRow(world, { name: act.name, variant: act.variant, quantity: act.quantity }, -minutes)
  } else if (act.does === 'confirm') {
    await acts.confirm(act.name)
    model.confirm(world, act.name)
  } else if (act.does === 'buy') await buy(acts, world, act.name, act.variant)
  else if (act.does === 'leave' || act.does === 'return' || act.does === 'move') {
    const row = model.rowOf(world, act.name, act.variant)
    if (!row) return
    await acts[act.does](act.name, act.variant)
    ;({ leave: model.leave, return: model.comeBack, move: model.move })[act.does](world, row)
  } else if (act.does === 'stock') {
    await acts.setStock(act.variant, act.stock)
    model.setStock(world, act.variant, act.stock)
  } else if (act.does === 'plan') {
    await acts.plan()
    planModel(world)
  } else {
    await acts[act.does]()
    ;({ send: model.send, lapse: model.lapse, reveal: model.reveal })[act.does](world)
  }
}

/** The stock figure follows the order, because shops send both. */
async function buy(acts: LineActs, world: model.LineWorld, name: string, variant: model.ModelVariant): Promise<void> {
  await acts.buy(name, variant)
  model.buy(world, name, variant)
  const left = Math.max(world.lines[variant].stock - 1, 0)
  await acts.setStock(variant, left)
  model.setStock(world, variant, left)
}
