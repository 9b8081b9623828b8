/** The acts of a line's history on the database, as the service does them. Time is the real one; `lapse` ends every offer's window. */
import type { Database } from '../../../database/connect.ts'
import { recordProducts } from '../../catalog/catalog.ts'
import { recordStock } from '../../catalog/stock.ts'
import { claimDeliveries } from '../../deliveries/claim-deliveries.ts'
import { recordPurchase } from '../../deliveries/purchases.ts'
import { settleSent } from '../../deliveries/settle-deliveries.ts'
import { settleUnsent } from '../../deliveries/settle-unsent.ts'
import { importSubscriptions } from '../../portability/import-subscriptions.ts'
import type { Store } from '../../stores/stores.ts'
import { confirmSubscriptions } from '../../subscriptions/confirm-subscriptions.ts'
import { moveAlert } from '../../subscriptions/move-alert.ts'
import { undoUnsubscribeAlert, unsubscribeAlert } from '../../subscriptions/my-alerts.ts'
import { planScheduled } from '../plan.ts'
import { type ModelVariant, variants } from './line-model.ts'
import { emailOf, newStore, wait } from './waiting-people.ts'

const idOf = { A: '111', B: '112' } as const
const product = (variant: ModelVariant) => ({ variantId: idOf[variant], productId: '11', url: '/shirt' })
export const variantOf = (id: string): ModelVariant => (id === idOf.A ? 'A' : 'B')

/** A store with two variants of one product, both out of stock. */
export async function newLineShop(sql: Database, settings: string[]): Promise<Store> {
  const store = await newStore(sql, ...settings)
  await recordProducts(
    sql,
    store,
    variants.map((variant) => ({ ...product(variant), price: 20, stock: 0 })),
    'api',
  )
  return store
}

type Wanted = { name: string; variant: ModelVariant; quantity: number }

const to = (name: string) => ({ medium: 'email' as const, address: emailOf(name) })

export class LineActs {
  /** How often each person got a message of each trigger. */
  readonly messages = new Map<string, number>()
  private orders = 0
  private readonly sql: Database
  private readonly store: Store

  constructor(sql: Database, store: Store) {
    this.sql = sql
    this.store = store
  }

  async ask({ name, variant, quantity, any }: Wanted & { any: boolean }): Promise<void> {
    await wait(this.sql, this.store, name, { products: [{ ...product(variant), quantity, acceptsAny: any }] })
  }

  async import({ name, variant, quantity }: Wanted, minutesAgo: number): Promise<void> {
    const since = new Date(Date.now() - 30 * 86_400_000 - minutesAgo * 60_000)
    await importSubscriptions(this.sql, this.store, 'import', [
      { to: to(name), product: { variant: idOf[variant] }, topic: 'backinstock', since, quantity, locale: null },
    ])
  }

  async confirm(name: string): Promise<void> {
    const found = await this.find(name)
    await confirmSubscriptions(
      this.sql,
      this.store,
      found.map(({ subscriptionId }) => subscriptionId),
    )
  }

  private async find(name: string, variant?: ModelVariant) {
    return await this.sql<{ subscriptionId: string }[]>`
      select subscription_id
      from subscriptions
      where store_id = ${this.store.storeId}
        and address = ${emailOf(name)}
        and (${variant === undefined} or variant_id = ${variant ? idOf[variant] : ''})`
  }

  async leave(name: string, variant: ModelVariant): Promise<void> {
    const [found] = await this.find(name, variant)
    await unsubscribeAlert(this.sql, this.store, to(name), found!.subscriptionId, { source: 'page' })
  }

  async return(name: string, variant: ModelVariant): Promise<void> {
    const [found] = await this.find(name, variant)
    await undoUnsubscribeAlert(this.sql, this.store, to(name), found!.subscriptionId, { source: 'page' })
  }

  async move(name: string, variant: ModelVariant): Promise<void> {
    const [found] = await this.find(name, variant)
    const target = idOf[variant === 'A' ? 'B' : 'A']
    await moveAlert(this.sql, this.store, to(name), found!.subscriptionId, target)
  }

  async buy(name: string, variant: ModelVariant): Promise<void> {
    const order = { orderId: String(++this.orders), email: emailOf(name), source: 'test' }
    await recordPurchase(this.sql, this.store, { ...order, items: [{ variantId: idOf[variant], quantity: 1 }] })
  }

  async setStock(variant: ModelVariant, stock: number): Promise<void> {
    await recordStock(this.sql, this.store, [{ variantId: idOf[variant], stock }], 'api')
  }

  /** One line after the other, as the model does it, two people in a batch: the cursor of a round is used. */
  async plan(): Promise<void> {
    let isBusy = true
    while (isBusy) {
      isBusy = false
      for (const variant of variants)
        while (await planScheduled(this.sql, this.store, { most: 2, variantIds: [idOf[variant]] })) isBusy = true
    }
  }

  async lapse(): Promise<void> {
    const { storeId } = this.store
    await this.sql`
      update offers
      set lapses_at = least(lapses_at, now() - interval '1 millisecond')
      where store_id = ${storeId}`
    await this.sql`
      update subscriptions
      set offered_until = least(offered_until, now() - interval '1 millisecond')
      where store_id = ${storeId}
        and offered_until is not null`
    // Not those of held-out people, who wait for a day.
    await this.sql`
      update wakes
      set due_at = least(due_at, now())
      where store_id = ${storeId}
        and due_at < now() + interval '3 hours'`
  }

  /** The time of those held out passes. */
  async reveal(): Promise<void> {
    const { storeId } = this.store
    await this.sql`
      update lift_assignments
      set ends_at = least(ends_at, now() - interval '1 millisecond')
      where store_id = ${storeId}`
    await this.sql`
      update subscriptions
      set held_until = least(held_until, now() - interval '1 millisecond')
      where store_id = ${storeId}
        and held_until is not null`
    await this.sql`
      update wakes
      set due_at = now()
      where store_id = ${storeId}
        and due_at > now() + interval '3 hours'`
  }

  /** The model's rows that have no id yet get that of the database. */
  async identify(rows: { name: string; variant: ModelVariant; id: string }[]): Promise<void> {
    for (const row of rows)
      if (row.id === '') row.id = (await this.find(row.name, row.variant))[0]?.subscriptionId ?? ''
  }

  /** As a worker does: what was superseded or is sold out again is withheld. */
  async send(): Promise<void> {
    const { storeId, settings } = this.store
    const { deliveries } = await claimDeliveries(this.sql, storeId, 'email', { most: 100, lease: 60_000 })
    for (const delivery of deliveries) {
      const { subscriptionId, triggerId, channel, attempts, trigger, offer, variant } = delivery
      const key = { subscriptionId, triggerId, channel, attempts }
      const isSoldOut = !offer && (variant?.stock ?? 0) < settings.minStock
      const reason = trigger.supersededAt ? 'superseded' : isSoldOut ? 'sold-out' : null
      if (reason) await settleUnsent(this.sql, storeId, [{ ...key, kind: 'withheld', reason }], settings.offerWindow)
      else {
        const message = { provider: 'outbox', providerId: subscriptionId, template: 'test', values: {} }
        await settleSent(this.sql, storeId, [{ ...key, ...message }])
        const person = `${delivery.subscription.address} ${triggerId}`
        this.messages.set(person, (this.messages.get(person) ?? 0) + 1)
      }
    }
  }
}
