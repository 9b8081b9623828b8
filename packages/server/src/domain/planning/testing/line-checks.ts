/** The promises of a waiting line: in order, no more offers than units, nobody notified twice, and a reason for everybody. */
import type { Database } from '../../../database/connect.ts'
import type { Store } from '../../stores/stores.ts'
import { type LineActs, variantOf } from './line-acts.ts'
import { type LineWorld, openOffer } from './line-model.ts'
import { findBroken } from './offers-histories.ts'

/** Each promise with what is said of its faults. */
export const promiseKinds = {
  order: 'out of order',
  units: 'offers above units',
  twice: 'told twice',
  reason: 'without a reason',
} as const

export type PromiseKind = keyof typeof promiseKinds
export type BrokenPromise = { kind: PromiseKind; says: string }

type RowNow = { name: string; variantId: string; status: string; offered: number; sent: number }

export async function findBrokenPromises(
  sql: Database,
  store: Store,
  acts: LineActs,
  world: LineWorld,
): Promise<BrokenPromise[]> {
  const rows = await readRows(sql, store)
  const found = rows.map(({ name, variantId, ...row }) => sayRow({ name, variant: variantOf(variantId), ...row }))
  const expected = world.rows.map((row) =>
    sayRow({
      ...row,
      offered: openOffer(row)?.quantity ?? 0,
      sent: [...row.messages.values()].filter((message) => message === 'sent').length,
    }),
  )
  const isInOrder = found.sort().join('\n') === expected.sort().join('\n')
  const repeated = [...acts.messages].filter(([, times]) => times > 1).map(([person]) => person)
  const broken = await findBroken(sql, store)
  return [
    ...(isInOrder
      ? []
      : [{ kind: 'order' as const, says: `found ${found.join('; ')}, expected ${expected.join('; ')}` }]),
    ...broken.map((says) => ({ kind: says.includes('units') ? ('units' as const) : ('twice' as const), says })),
    ...repeated.map((person) => ({ kind: 'twice' as const, says: `${person} got two messages` })),
  ]
}

const sayRow = (row: { name: string; variant: string; status: string; offered: number; sent: number }) =>
  `${row.name} ${row.variant} ${row.status} offered ${row.offered} sent ${row.sent}`

const readRows = (sql: Database, { storeId }: Store) => sql<RowNow[]>`
  select split_part(address, '@', 1) as name, variant_id, status,
    coalesce((
      select sum(quantity)::integer
      from offers
      where store_id = ${storeId}
        and offers.subscription_id = subscription.subscription_id
        and closed_at is null
    ), 0) as offered,
    (
      select count(*)::integer
      from deliveries
      where store_id = ${storeId}
        and deliveries.subscription_id = subscription.subscription_id
        and status = 'sent'
    ) as sent
  from subscriptions subscription
  where store_id = ${storeId}`
