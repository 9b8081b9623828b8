/** Reads the feeds that are due, each from its address, and only when it changed since the last look. */
import type { Database } from '../database/connect.ts'
import { claimDueFeed, type DueFeed, settleFeed } from '../domain/integrations/polled-feeds.ts'
import type { LeasedWork } from '../domain/schedule/leased-work.ts'
import type { Vault } from '../domain/secrets/vault.ts'
import { findStore } from '../domain/stores/stores.ts'
import { importFeed } from '../feeds/import.ts'
import type { SafeFetch, SafeResponse } from '../net/safe-fetch.ts'

export type FeedDeps = {
  sql: Database
  vault: Vault
  fetch: SafeFetch
  warn: (sentence: string, error?: unknown) => void
}

type FeedResult = { kind: 'read' } & Parameters<typeof settleFeed>[2]

/** One feed of all stores at a time, each in its turn. The merchant sees the result at the integration. */
export const makeFeedWork = ({
  sql,
  vault,
  fetch,
  warn,
}: FeedDeps): LeasedWork<'feeds', DueFeed & { attempts: number }, FeedResult> => ({
  findPlaces: async () => ['feeds'],
  claim: async () => {
    const feed = await claimDueFeed(sql, vault)
    return feed ? [{ ...feed, attempts: 1 }] : []
  },
  attempt: async (_place, feed) => {
    const store = await findStore(sql, vault, feed.pid)
    return { kind: 'read', ...(store ? await readFeed(sql, feed, store, fetch) : { says: 'The store is gone.' }) }
  },
  settle: async (_place, feed, outcome) =>
    await settleFeed(sql, feed, outcome.kind === 'retry' ? { says: `Not read: ${outcome.reason}` } : outcome),
  warn,
})

/** A catalog may be large and its server slow. */
const patience = { timeoutMillis: 25 * 60_000, maxBytes: 4 * 1024 ** 3 }

async function readFeed(
  sql: Database,
  { values, state }: DueFeed,
  store: Parameters<typeof importFeed>[1],
  fetch: SafeFetch,
): Promise<Parameters<typeof settleFeed>[2]> {
  const headers = {
    ...(state.etag && { 'if-none-match': state.etag }),
    ...(state.lastModified && { 'if-modified-since': state.lastModified }),
  }
  const answer = await fetch(values.url!, { headers, ...patience })
  if (answer.status !== 200) await answer.dump()
  if (answer.status === 304) return { says: 'Not changed since the last look.' }
  if (answer.status !== 200) return { says: `Not read: the address answered ${answer.status}.` }
  const fresh = { etag: lone(answer, 'etag'), lastModified: lone(answer, 'last-modified') }
  const fingerprint = `${values.url} ${fresh.etag ?? fresh.lastModified ?? Date.now()}`
  const confirmRemovals = values['confirm-removals'] === 'yes'
  const report = await importFeed(sql, store, answer.body, { fingerprint, confirmRemovals })
  const { products, added, changed, removed, held, refused } = report
  const counts = `${products} products: ${added} new, ${changed} changed, ${removed} no longer sold, ${refused} refused.`
  if (held === 0) return { says: counts, state: fresh }
  // Without the version it is read again, so that a confirmation has something to act on.
  return {
    says: `${counts} ${held} are missing, more than 30 %: set confirm-removals=yes to take them out.`,
    state: {},
  }
}

const lone = ({ headers }: SafeResponse, name: string) =>
  typeof headers[name] === 'string' ? (headers[name] as string) : undefined
