/** Changes that are permitted: what a shopper of the victim's shop creates, and what a mail to the rightful owner leaves. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../../../packages/server/src/database/connect.ts'
import type { Actor } from './actors.ts'
import type { Change } from './rows.ts'

/** Counters over all shoppers of a shop, over guesses, and of rate limits. */
const counters = ['product_counts', 'message_budgets', 'guess_budgets', 'demand', 'daily_figures', 'daily_totals']

const trails = ['audit_log', 'installation_log']

/** Tables where a shopper's own calls add rows. */
const ofShoppers = [
  ...['shoppers', 'lists', 'items', 'list_copies', 'list_shares', 'product_savers', 'seen_products', 'messages'],
  ...['subscriptions', 'subscription_asks', 'subscription_events', 'consents', 'mailing_choices', 'remembered_answers'],
  ...['webhook_events', 'webhook_deliveries', 'triggers', 'wakes'],
]

/** Routes where anybody may add rows without an identity, with the tables. */
const open: Record<string, readonly string[]> = {
  'POST /api/v3/provider/register': ['shoppers'],
  // Sends a mail with a link to an address that has alerts: only its owner reads it.
  'POST /alerts': ['messages'],
}

/** Tables that a message with a valid signature may change: catalog yes, persons no. */
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
  // Only the owner of the address reads the mail; guess_budgets limits how many anybody can cause.
  if (table === 'staff_mails' && kind === 'added') return true
  if (standing === 'shopper')
    return ofShoppers.includes(table) && (kind === 'added' || !ofShopper.some((mark) => row.includes(mark)))
  if (route.startsWith('POST /hooks/') && standing === undefined) return ofCatalog.includes(table)
  return kind === 'added' && (open[route] ?? []).includes(table)
}

/** Failed sign-ins are recorded for the owner of the account; changes by users to their own account are recorded in the audit log. */
const isOwnTrace = (row: string, userId: string | undefined) =>
  /"act": "sign-in-failed/.test(row) ||
  (userId !== undefined &&
    row.includes(`"user_id": "${userId}"`) &&
    /"act": "(sign|session|account|password|email|second-factor|recovery)/.test(row))

/** Waits, because inbound messages are applied after the answer. */
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
