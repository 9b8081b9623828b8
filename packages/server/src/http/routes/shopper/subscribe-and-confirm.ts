/** Subscribes and, where the address has to confirm, sends the request: with double opt-in, or after it ended all its alerts. */
import { type Database, transaction } from '../../../database/connect.ts'
import { spendBudgets } from '../../../domain/messages/message-limits.ts'
import { isPhoneMedium, type Medium, readAddress } from '../../../domain/shoppers/addresses.ts'
import type { ConsentFacts } from '../../../domain/shoppers/consents.ts'
import type { Shopper } from '../../../domain/shoppers/shoppers.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { type Subscribed, type SubscribeRequest, subscribe } from '../../../domain/subscriptions/subscribe.ts'
import { requestConfirmation } from '../../../letters/request-confirmation.ts'
import type { AppContext } from '../../plumbing/app-context.ts'

/** A shopper in a browser, and the browser's network. */
export type BrowserCaller = { asker: Shopper; network: string | null }

/** Counted before the address is looked up, so that the answer reveals nothing about it. */
async function countConfirmation(
  sql: Database,
  store: Store,
  medium: Medium,
  { asker, network }: BrowserCaller,
): Promise<void> {
  const { settings } = store
  const perStore = isPhoneMedium(medium)
    ? { budget: 'sms-confirmations-per-store', allowed: settings.smsConfirmationsPerStore }
    : { budget: 'confirmations-per-store', allowed: settings.confirmationsPerStore }
  await transaction(sql, (sql) =>
    spendBudgets(sql, store, [
      { budget: 'confirmations-per-guest', subject: asker.shopperId, allowed: settings.confirmationsPerGuest },
      { budget: 'confirmations-per-network', subject: network, allowed: settings.confirmationsPerNetwork },
      { ...perStore, subject: 'store' },
    ]),
  )
}

export async function subscribeAndConfirm(
  { publicUrl }: Pick<AppContext, 'publicUrl'>,
  sql: Database,
  store: Store,
  ask: SubscribeRequest,
  facts: ConsentFacts,
  browser?: BrowserCaller,
): Promise<Subscribed> {
  if (browser && store.settings.doubleOptIn) await countConfirmation(sql, store, ask.medium, browser)
  const subscribed = await subscribe(sql, store, ask, facts, browser?.asker)
  const { medium, topics, products } = ask
  const address = readAddress(medium, ask.address, store.settings.country)
  // The store speaks for its shoppers: without double opt-in nothing waits for a confirmation.
  if (address !== null && (browser || store.settings.doubleOptIn)) {
    const variantIds = products.map(({ variantId }) => variantId)
    await requestConfirmation(sql, store, { medium, address }, { topics, variantIds }, publicUrl())
  }
  return subscribed
}
