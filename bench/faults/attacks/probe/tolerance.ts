/** Changes that are no harm: what a shopper of the victim's shop makes for themselves, and what a mail to its rightful owner leaves. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../../../packages/server/src/database/connect.ts'
import type { Actor } from './actors.ts'
import type { Change } from './rows.ts'

/** Counters over all shoppers of a shop, of everybody's guesses, and of what a limit has left. */
const counters = ['product_counts', 'message_budgets', 'guess_budgets', 'demand', 'daily_figures', 'daily_totals']

const trails = ['audit_log', 'installation_log']

/** Where a shopper's own acts leave new rows. */
const ofShoppers = [
  ...['shoppers', 'lists', 'items', 'list_copies', 'list_shares', 'product_savers', 'seen_products', 'messages'],
  ...['subscriptions', 'subscription_asks', 'subscription_events', 'consents', 'mailing_choices', 'remembered_answers'],
  ...['webhook_events', 'webhook_deliveries', 'triggers', 'wakes'],
]

/** Where anybody may leave one without proving who they are, and what comes of it. */
const open: Record<string, readonly string[]> = {
  'POST /api/v3/provider/register': ['shoppers'],
  // A mail with a link to an address that has alerts: only its owner reads it.
  'POST /alerts': ['messages'],
}

/** A platform's signature was right: what it tells of goods counts, what it tells of people does not. */
const ofCatalog = [
  'inbound_messages',
  'inbound_bodies',
  'inventory_items',
  'location_stock',
  'told_products',
  'variants',
  'stock_moves',
]

type Allowing = { route: string; actor: Actor | undefined; ofShopper: readonly string[] }

export function isAllowed({ table, kind, row }: Change, { route, actor, ofShopper }: Allowing): boolean {
  const standing = actor?.standing
  if (counters.includes(table)) return true
  if (trails.includes(table) && kind === 'added') return isOwnTrace(row, actor?.person?.user.userId)
  // A mail to an address is read by its owner only; what strangers may cause is counted (guess_budgets).
  if (table === 'staff_mails' && kind === 'added') return true
  if (standing === 'shopper')
    return ofShoppers.includes(table) && (kind === 'added' || !ofShopper.some((mark) => row.includes(mark)))
  if (route.startsWith('POST /hooks/') && standing === undefined) return ofCatalog.includes(table)
  return kind === 'added' && (open[route] ?? []).includes(table)
}

/** A wrong guess at somebody's password is theirs to see; what a person of the store does to their own account is in its trail. */
const isOwnTrace = (row: string, userId: string | undefined) =>
  /"act": "sign-in-failed/.test(row) ||
  (userId !== undefined &&
    row.includes(`"user_id": "${userId}"`) &&
    /"act": "(sign|session|account|password|email|second-factor|recovery)/.test(row))

/** What platforms told is applied after the answer. */
export async function isSettled(sql: Database, storeId: number): Promise<void> {
  for (;;) {
    const due = await sql`
      select
      from inbound_messages
      where store_id = ${storeId}
        and status = 'due'
        and attempts < 2
      limit 1`
    if (due.length === 0) return
    await pause(5)
  }
}
