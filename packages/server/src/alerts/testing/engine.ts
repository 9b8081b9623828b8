/** For tests: stores with waiting shoppers and a planned restock, engines for them, and scripted channels. */
import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import type { Channel, Message, Outcome } from '../../channels/channel.ts'
import { openTestDatabase } from '../../database/testing/test-database.ts'
import { messageIdOf } from '../../domain/deliveries/deliveries.ts'
import { scheduleWork } from '../../domain/schedule/scheduled-work.ts'
import { makeVault } from '../../domain/secrets/vault.ts'
import { parseSettings } from '../../domain/settings/settings.ts'
import { createStore, findStore, type Store } from '../../domain/stores/stores.ts'
import { type Engine, type EngineOptions, startEngine } from '../engine.ts'
import type { AlertMessage } from '../sending/send-one.ts'

export const writePlainly: EngineOptions['compose'] = async (store, delivery): Promise<AlertMessage> => ({
  messageId: messageIdOf(store.storeId, delivery),
  recipient: delivery.subscription.address,
  senderName: store.name,
  subject: `${delivery.variant?.title} is back`,
  text: delivery.subscription.url,
  html: `<p>${delivery.subscription.url}</p>`,
  headers: {},
  template: 'plain@1',
  values: { title: delivery.variant?.title ?? null },
})

/** A channel that records its messages. */
export function noting(answer: (message: Message, nth: number) => Outcome | Promise<Outcome> = sent) {
  const messages: Message[] = []
  const channel: Channel = {
    send: async (message) => answer(message, messages.push(message)),
    close: () => {},
  }
  return { channel, messages, addresses: () => messages.map(({ recipient }) => recipient).sort() }
}

export const sent = (message: Message): Outcome => ({ kind: 'sent', providerId: `p-${message.messageId}` })

export async function openAlerts(secret = 'a secret for tests') {
  const database = await openTestDatabase({ connections: 8 })
  const { sql } = database
  const vault = makeVault(secret)
  const engines: Engine[] = []
  const warnings: string[] = []
  const storeOf = async (pid: string) => (await findStore(sql, vault, pid))!
  const newStore = async (...settings: string[]) =>
    storeOf((await createStore(sql, vault, { name: 'Test store', settings: parseSettings(settings) })).pid)

  async function start(channel: Channel, more: Partial<EngineOptions> = {}): Promise<Engine> {
    const engine = await startEngine(sql, {
      stores: { find: (pid) => findStore(sql, vault, pid) },
      providers: { find: async () => ({ name: 'test', channel }) },
      compose: writePlainly,
      plan: async () => false,
      warn: (sentence, error) => warnings.push(`${sentence} ${error ?? ''}`),
      ...{ tick: 20, waits: { first: 30 }, circuit: { first: 50, longest: 100 } },
      ...more,
    })
    engines.push(engine)
    return engine
  }

  const deliveries = async (store: Store) =>
    await sql`
      select address, deliveries.status, attempts, deliveries.reason, provider_id, subscriptions.status as subscription
      from deliveries
      join subscriptions using (store_id, subscription_id)
      where store_id = ${store.storeId}
      order by address`

  return {
    ...{ sql, vault, url: database.url, newStore, storeOf, start, deliveries, warnings },
    restock: (store: Store, people: string[], what: Restock = {}) => restock(sql, store, people, what),
    /** Shoppers who wait for a sold-out shirt, in this order; returns the shirt. */
    wait: (store: Store, people: string[]) => waitFor(sql, store, people),
    events: async (store: Store) =>
      await sql`
        select address, step, reason, facts
        from subscription_events
        join subscriptions using (store_id, subscription_id)
        where store_id = ${store.storeId}
        order by address, happened_at`,
    becomes: async (store: Store, what: object[]) =>
      await vi.waitFor(async () => expect(await deliveries(store)).toMatchObject(what), {
        timeout: 30_000,
        interval: 20,
      }),
    /** No delivery is due any more. */
    drained: async (store: Store) =>
      await vi.waitFor(
        async () => {
          const [row] =
            await sql`select count(*) as due from deliveries where store_id = ${store.storeId} and status = 'due'`
          expect({ ...row, warnings }).toEqual({ due: 0, warnings: [] })
        },
        { timeout: 45_000, interval: 20 },
      ),
    stopAll: async () => {
      for (const engine of engines.splice(0)) await engine.stop()
    },
    close: database.close,
  }
}

type Sql = Awaited<ReturnType<typeof openTestDatabase>>['sql']
export type Alerts = Awaited<ReturnType<typeof openAlerts>>
export type Restock = {
  medium?: string
  stock?: number
  timeZone?: string
  topic?: string
  offers?: boolean
  wake?: boolean
}

/** Plans by hand, so that these tests cover only sending. */
async function restock(sql: Sql, { storeId }: Store, people: string[], what: Restock): Promise<string> {
  const { medium = 'email', stock = 1000, timeZone = null, topic = 'backinstock', offers = false, wake = true } = what
  const triggerId = randomUUID()
  const variantId = `shirt-${triggerId.slice(0, 8)}`
  const consentId = randomUUID()
  await sql`
    insert into variants (store_id, variant_id, product_id, title, stock)
    values (${storeId}, ${variantId}, 'shirts', 'A green shirt', ${stock})`
  await sql`
    insert into consents (store_id, consent_id, medium, address, purpose, granted, text_version, source)
    values (${storeId}, ${consentId}, ${medium}, 'all', 'alert', true, '1', 'test')`
  await sql`
    insert into triggers (store_id, trigger_id, topic, variant_id, cause, pacing)
    values (${storeId}, ${triggerId}, ${topic}, ${variantId}, 'restock', ${offers ? 'offers' : 'everyone'})`
  await sql`
    with asked as (
      insert into subscriptions (
        store_id, subscription_id, medium, address, topic, variant_id, product_id, url, consent_id, time_zone, status,
        told_trigger_id
      )
      select ${storeId}, gen_random_uuid(), ${medium}, person, ${topic}, ${variantId}, 'shirts', 'https://shop.example/shirt',
        ${consentId}, ${timeZone}, ${offers ? 'told' : 'waiting'}, ${offers ? triggerId : null}::uuid
      from unnest(${people}::text[]) person
      returning subscription_id
    ),
    offered as (
      insert into offers (store_id, subscription_id, trigger_id, variant_id, quantity, lapses_at)
      select ${storeId}, subscription_id, ${triggerId}, ${variantId}, 1, now() + interval '2 hours'
      from asked
      where ${offers}
    )
    insert into deliveries (store_id, subscription_id, trigger_id, channel, medium)
    select ${storeId}, subscription_id, ${triggerId}, ${medium}, ${medium}
    from asked`
  if (wake) await scheduleWork(sql, storeId, [{ work: 'send' }])
  return triggerId
}

async function waitFor(sql: Sql, { storeId }: Store, people: string[]): Promise<string> {
  const [consentId, variantId] = [randomUUID(), `dress-${randomUUID()}`]
  await sql`
    insert into variants (store_id, variant_id, product_id, title, stock, stock_at)
    values (${storeId}, ${variantId}, 'dresses', 'A red dress', 0, now() - interval '1 hour')`
  await sql`
    insert into consents (store_id, consent_id, medium, address, purpose, granted, text_version, source)
    values (${storeId}, ${consentId}, 'email', 'all', 'alert', true, '1', 'test')`
  await sql`
    insert into subscriptions (
      store_id, subscription_id, medium, address, topic, variant_id, product_id, url, consent_id, waiting_since
    )
    select ${storeId}, gen_random_uuid(), 'email', person, 'backinstock', ${variantId}, 'dresses',
      'https://shop.example/dress', ${consentId}, now() - interval '1 day' + place * interval '1 second'
    from unnest(${people}::text[]) with ordinality as asked (person, place)`
  return variantId
}
