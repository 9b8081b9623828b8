/** What providers report of messages that left: it arrived, it came back, somebody called it spam or asked to be left alone. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { safeText } from '../../database/safe-text.ts'
import { suppressWithin } from '../messages/suppressions.ts'
import { type Medium, readAddress } from '../shoppers/addresses.ts'
import type { Store } from '../stores/stores.ts'
import { emitEvents } from '../webhooks/events.ts'
import type { DeliveryKey } from './deliveries.ts'
import { markBounced, markDelivered } from './delivery-marks.ts'
import { type MessageReport, storeEarlyReports, type ToAddress } from './reports-before-send.ts'

export type Report = {
  /** By which the sender's repetitions are known. */
  reportId: string
  /** `bounced`: for good. `failed`: this message did not arrive, the next one may. */
  kind: MessageReport['kind'] | 'complained' | 'opted-out'
  medium: Medium
  address?: string | undefined
  /** Ids by which the message may be known; the first that is one of ours counts. */
  providerIds: readonly (string | undefined)[]
  at?: Date
  detail: string
}

const suppressing = { bounced: 'bounced', complained: 'complained', 'opted-out': 'opted-out' } as const

/** All of one call in one transaction, each report once however often it is sent. Gives how many were new. */
export async function recordReports(sql: Database, store: Store, source: string, reports: Report[]): Promise<number> {
  if (reports.length === 0) return 0
  return await transaction(sql, async (sql) => {
    const ids = [...new Set(reports.map(({ reportId }) => safeText(reportId, 300)))].sort()
    const rows = await sql<{ messageId: string }[]>`
      insert into feedback_messages (store_id, source, message_id)
      select ${store.storeId}, ${source}, message_id
      from unnest(${ids}::text[]) as message_id
      on conflict (store_id, source, message_id) do nothing
      returning message_id`
    const fresh = new Set(rows.map(({ messageId }) => messageId))
    const taken = reports.filter(({ reportId }) => fresh.delete(safeText(reportId, 300)))
    // Addresses in one order, and what ends subscriptions before what touches deliveries: the lock order of all statements.
    for (const report of [...taken].sort((one, other) => ((one.address ?? '') < (other.address ?? '') ? -1 : 1)))
      await endAddress(sql, store, report)
    const ofMessages = taken.flatMap((report) => readMessageReport(store, report))
    // First kept, then looked for: an id that is written down in between is found.
    await storeEarlyReports(sql, store.storeId, ofMessages)
    await markMessages(
      sql,
      store,
      ofMessages.map(({ report }) => report),
    )
    return taken.length
  })
}

/** Whether this is the provider's first report of it; stored from now on. */
export async function isFirstReport(sql: Sql, store: Store, source: string, reportId: string): Promise<boolean> {
  const added = await sql`
    insert into feedback_messages (store_id, source, message_id)
    values (${store.storeId}, ${source}, ${safeText(reportId, 300)})
    on conflict (store_id, source, message_id) do nothing
    returning message_id`
  return added.length > 0
}

async function endAddress(sql: Sql, store: Store, { kind, medium, address }: Report): Promise<void> {
  const reason = suppressing[kind as keyof typeof suppressing]
  const read = address === undefined ? null : readAddress(medium, address, store.settings.country)
  if (reason && read !== null) await suppressWithin(sql, store, { medium, address: read }, reason)
}

/** None where the report is about the person, not about a message. */
function readMessageReport(store: Store, { kind, medium, address = '', ...rest }: Report): ToAddress[] {
  if (kind === 'complained' || kind === 'opted-out') return []
  const { providerIds, at = new Date(), detail } = rest
  const known = providerIds.filter((providerId) => providerId !== undefined && providerId !== '') as string[]
  const read = readAddress(medium, address, store.settings.country) ?? ''
  return [{ medium, address: read, report: { kind, providerIds: known, at, detail } }]
}

/** Each gets its mark and its event, the first time. */
export async function markMessages(sql: Sql, store: Store, reports: MessageReport[]): Promise<void> {
  for (const { kind, providerIds, at, detail } of reports) {
    const found = await markFirst(providerIds, (providerId) =>
      kind === 'delivered'
        ? markDelivered(sql, store.storeId, providerId, at)
        : markBounced(sql, store.storeId, providerId, detail),
    )
    if (!found) continue
    const { subscriptionId, triggerId, channel: medium } = found
    const type = kind === 'delivered' ? 'alert.delivered' : 'alert.bounced'
    const data = { subscriptionId, triggerId, medium, ...(detail && { reason: safeText(detail, 200) }) }
    await emitEvents(sql, store, [{ type, data }])
  }
}

async function markFirst(
  providerIds: string[],
  mark: (providerId: string) => Promise<DeliveryKey | null>,
): Promise<DeliveryKey | null> {
  for (const providerId of providerIds) {
    const found = await mark(providerId)
    if (found) return found
  }
  return null
}
