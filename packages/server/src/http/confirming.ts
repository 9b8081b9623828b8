/** Subscribing over HTTP: where the store asks for a second yes, the question leaves with the answer of the call. */
import type { Database } from '../database/connect.ts'
import { readAddress } from '../domain/addresses.ts'
import type { ConsentFacts } from '../domain/consents.ts'
import type { Shopper } from '../domain/shoppers.ts'
import type { Store } from '../domain/stores.ts'
import { type Ask, type Subscribed, subscribe } from '../domain/subscriptions.ts'
import { askConfirmation } from '../letters/ask-confirmation.ts'
import type { Rooms } from './rooms.ts'

export async function subscribeAsking(
  { publicUrl }: Pick<Rooms, 'publicUrl'>,
  sql: Database,
  store: Store,
  ask: Ask,
  facts: ConsentFacts,
  asker?: Shopper,
): Promise<Subscribed> {
  const subscribed = await subscribe(sql, store, ask, facts, asker)
  const { medium, topics, products } = ask
  const address = readAddress(medium, ask.address, store.settings.country)
  if (store.settings.doubleOptIn && address !== null) {
    const variantIds = products.map(({ variantId }) => variantId)
    await askConfirmation(sql, store, { medium, address }, { topics, variantIds }, publicUrl())
  }
  return subscribed
}
