/** Tests the connection to a platform or a feed: its answer, or its last message where it can't be asked. */
import type { Sql } from '../database/connect.ts'
import { hookPath } from '../domain/integrations/hook-addresses.ts'
import type { CheckResult, Integration } from '../domain/integrations/integrations.ts'
import { readRecentCalls } from '../domain/integrations/recent-calls.ts'
import { readHead } from '../feeds/head.ts'
import type { SafeFetch } from '../net/safe-fetch.ts'
import { openApi } from './platforms/bigcommerce-api.ts'

export type ConnectionTestDeps = { sql: Sql; fetch: SafeFetch }

type HookTest = (integration: Integration) => Promise<CheckResult>

/** By the kind of the integration. */
export const hookConnectionTests = ({ sql, fetch }: ConnectionTestDeps): Readonly<Record<string, HookTest>> => ({
  shopify: (integration) =>
    describeLastMessage(sql, integration, 'Shopify calls us; without an API token nothing can be asked.'),
  woocommerce: (integration) =>
    describeLastMessage(sql, integration, 'WooCommerce calls us; without an API token nothing can be asked.'),
  bigcommerce: async (integration) => {
    const api = openApi(integration.values, { fetch, shopUrl: null })
    if (!api)
      return await describeLastMessage(
        sql,
        integration,
        'BigCommerce calls us; without an API token nothing can be asked.',
      )
    const fault = await api.check().then(
      () => null,
      (error: Error) => error.message,
    )
    if (fault !== null) return { ok: false, says: fault }
    return await describeLastMessage(sql, integration, 'BigCommerce let us read products.')
  },
  'google-feed': ({ values }) => lookAtFeed(fetch, values.url!),
})

/** What came last, and what became of it. */
async function describeLastMessage(sql: Sql, integration: Integration, first: string): Promise<CheckResult> {
  const calls = await readRecentCalls(sql, integration, integration.kind)
  const last = calls.find(({ way }) => way === 'in')
  if (!last) return { ok: true, says: `${first} Nothing was received yet at ${hookPath(integration)}.` }
  const when = last.at.toISOString().slice(0, 16).replace('T', ' ')
  const became = last.detail ? `${last.state} (${last.detail})` : last.state
  return { ok: last.state !== 'failed', says: `${first} Last received: ${last.what}, ${when} UTC, ${became}.` }
}

/** Only its beginning is read, however long it is. */
const patience = { timeoutMillis: 20_000, maxBytes: 64 * 1024 * 1024 }

async function lookAtFeed(fetch: SafeFetch, url: string): Promise<CheckResult> {
  try {
    const answer = await fetch(url, patience)
    if (answer.status !== 200) {
      await answer.dump()
      return { ok: false, says: `The address answered ${answer.status}.` }
    }
    const { items, columns, isWhole, refused } = await readHead(answer.body)
    const count = `${isWhole ? '' : 'The first '}${items} ${items === 1 ? 'item' : 'items'}`
    const says = `${count} with ${columns.length} columns: ${columns.slice(0, 40).join(', ')}.`
    return { ok: items > 0, says: refused === null ? says : `${says} Refused: ${refused}.` }
  } catch (error) {
    return { ok: false, says: error instanceof Error ? error.message : String(error) }
  }
}
