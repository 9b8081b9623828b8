/** Writes down what became of deliveries, many at a time, and does not give up: what went out must be known to have gone. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, transaction } from '../../database/connect.ts'
import { isRejectedStatement } from '../../database/rejected-statement.ts'
import { markMessages } from '../../domain/deliveries/feedback.ts'
import { type Sent, settleSent, settleUnsent, type Unsent } from '../../domain/deliveries/settle-deliveries.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { type Event, emitEvents, wantsEvent } from '../../domain/webhooks/events.ts'

type Done = () => void
type Book = { store: Store; sent: [Sent, Done][]; unsent: [Unsent, Done][]; writing: Promise<void> | null }

export type Settler = {
  sent(store: Store, what: Sent, done: Done): void
  unsent(store: Store, what: Unsent, done: Done): void
  /** Ends when everything is written. */
  finish(): Promise<void>
}

/** Milliseconds in which others may join: at a thousand messages a second one statement writes twenty. */
const gather = 20
const mostAtOnce = 500
/** A database that is away comes back; a statement that it refuses so often will be refused again. */
const mostRefusals = 5

export function makeSettler(sql: Database, warn: (sentence: string, error?: unknown) => void): Settler {
  const books = new Map<number, Book>()

  function bookOf(store: Store): Book {
    const book = books.get(store.storeId) ?? { store, sent: [], unsent: [], writing: null }
    books.set(store.storeId, book)
    book.store = store
    book.writing ??= pause(gather).then(() => write(book))
    return book
  }

  async function write(book: Book): Promise<void> {
    const { store } = book
    const sent = book.sent.splice(0, mostAtOnce)
    const unsent = book.unsent.splice(0, mostAtOnce)
    await persistEach(sent.map(first), (some) => writeSent(store, some), writeBarely(store))
    await persistEach(unsent.map(first), (some) => settleUnsent(sql, store.storeId, some, store.settings.offerWindow))
    for (const [, done] of [...sent, ...unsent]) done()
    if (book.sent.length + book.unsent.length > 0) return await write(book)
    book.writing = null
    books.delete(store.storeId)
  }

  /** Whoever asked to be told of each is told in the same transaction, and what its provider has said already counts. */
  async function writeSent(store: Store, sent: Sent[]): Promise<void> {
    await transaction(sql, async (sql) => {
      const early = await settleSent(sql, store.storeId, sent)
      if (wantsEvent(store, 'alert.sent')) await emitEvents(sql, store, sent.map(sentEvent))
      await markMessages(sql, store, early)
    })
  }

  /** That it went out must be known, whatever of it can't be kept: else the same person is told at the end of each lease. */
  const writeBarely = (store: Store) => async (sent: Sent[]) => {
    await settleSent(
      sql,
      store.storeId,
      sent.map((one) => ({ ...one, providerId: '', values: {} })),
    )
  }

  /** What is refused together is written one by one: nobody is told twice for what another's holds. */
  async function persistEach<One>(some: One[], work: (some: One[]) => Promise<void>, barely = work): Promise<void> {
    if (some.length === 0 || (await persist(() => work(some)))) return
    for (const one of some) if (!(await persist(() => work([one])))) await persist(() => barely([one]))
  }

  /** False when it is refused for good; the leases end by themselves. */
  async function persist(work: () => Promise<void>): Promise<boolean> {
    let refusals = 0
    for (let tries = 1; ; tries++) {
      try {
        await work()
        return true
      } catch (error) {
        warn(`what became of some alerts could not be written down; ${tries} tries`, error)
        if (isRejectedStatement(error) && ++refusals === mostRefusals) return false
        await pause(Math.min(100 * tries, 1000))
      }
    }
  }

  return {
    sent: (store, what, done) => void bookOf(store).sent.push([what, done]),
    unsent: (store, what, done) => void bookOf(store).unsent.push([what, done]),
    finish: async () => {
      while (books.size > 0) await Promise.all([...books.values()].map(({ writing }) => writing))
    },
  }
}

const first = <One>([one]: [One, Done]): One => one

const sentEvent = ({ subscriptionId, triggerId, channel, provider, values }: Sent): Event => ({
  type: 'alert.sent',
  data: { subscriptionId, triggerId, medium: channel, provider, ...told(values) },
})

/** What the message was about, as far as its values say. */
function told({ topic, variantId, productId, title }: Sent['values']) {
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return { topic: text(topic), variantId: text(variantId), productId: text(productId), title: text(title) }
}
