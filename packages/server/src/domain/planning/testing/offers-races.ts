/** Concurrent work on one waiting line: planners, stock, buyers, unsubscribes, new subscriptions. */
import type { Database } from '../../../database/connect.ts'
import { recordPurchase } from '../../deliveries/purchases.ts'
import { identifyAccount, identifyShopper } from '../../shoppers/shoppers.ts'
import type { Store } from '../../stores/stores.ts'
import { removeSubscriptions } from '../../subscriptions/remove-subscriptions.ts'
import { planDue } from '../plan.ts'
import { findBroken } from './offers-histories.ts'
import { emailOf, markSent, setStock, variantId, wait } from './waiting-people.ts'

const people = 24

/** Returns the guarantees found broken at any moment; `plain` reads, `sql` writes. */
export async function raceOffers(
  sql: Database,
  plain: Database,
  store: Store,
  random: () => number,
  acts = 60,
): Promise<string[]> {
  for (let i = 0; i < people; i++) await wait(plain, store, `p${i}`)
  const someone = () => `p${Math.floor(random() * people)}`
  const does: (() => Promise<unknown>)[] = [
    () => setStock(sql, store, Math.floor(random() * 8)),
    () => setStock(sql, store, Math.floor(random() * 8)),
    () => planDue(sql, store, 5),
    () => planDue(sql, store, 5),
    // Later than any offer lapses; other planners use the present time concurrently.
    () => planDue(sql, store, 2, new Date(Date.now() + 3 * 3_600_000)),
    () => leave(sql, store, someone()),
    () => wait(sql, store, someone()),
    () => buy(sql, store, someone(), random()),
    () => markSent(sql, store),
  ]
  const broken: string[] = []
  let done = 0
  const looking = (async () => {
    while (done < acts) broken.push(...(await findBroken(plain, store)))
  })()
  const actors = Array.from({ length: 6 }, async () => {
    while (done++ < acts) await does[Math.floor(random() * does.length)]!()
  })
  const ended = await Promise.allSettled(actors)
  done = acts
  await looking
  while (await planDue(plain, store, 50));
  broken.push(...(await findBroken(plain, store)))
  return [...new Set([...broken, ...ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))])]
}

async function leave(sql: Database, store: Store, name: string): Promise<void> {
  const { regid, sessionId } = await identifyAccount(sql, store, emailOf(name))
  await removeSubscriptions(sql, identifyShopper(store, regid, sessionId), { variantId }, 'test')
}

async function buy(sql: Database, store: Store, name: string, which: number): Promise<void> {
  const items = [{ variantId, quantity: 1 }]
  await recordPurchase(sql, store, { orderId: String(which), email: emailOf(name), items, source: 'test' })
}
