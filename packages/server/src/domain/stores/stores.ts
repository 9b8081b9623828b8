/** Stores: creates them, finds them by pid, and caches those in use. */
import { randomBytes } from 'node:crypto'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { listen } from '../../database/listen.ts'
import type { Topic } from '../rules/rule.ts'
import { readTopics, type TopicRow } from '../rules/standard-topics.ts'
import { type IdentityKey, makeIdentityKey } from '../secrets/identity-tokens.ts'
import { storePrefix } from '../secrets/ids.ts'
import { makeTokenKey, type TokenKey } from '../secrets/tokens.ts'
import type { Vault } from '../secrets/vault.ts'
import {
  notifyStoreChanged,
  readSettings,
  type SettingTexts,
  type StoreSettings,
  storeChannel,
} from '../settings/settings.ts'
import { type ApiKeyHash, createApiKey } from './api-keys.ts'
import { newIdentitySecret } from './identity-secrets.ts'

export type Store = {
  storeId: number
  pid: string
  /** The store's part of public list ids. */
  prefix: string
  name: string
  settings: StoreSettings
  /** What its alerts are about. */
  topics: readonly Topic[]
  tokenKey: TokenKey
  /** Keys that verify identity tokens: the current secret and the previous one. */
  identityKeys: readonly IdentityKey[]
  keys: readonly ApiKeyHash[]
  hasEndedSessions: boolean
  /** Events that a webhook endpoint wants; `*`: all. */
  wantedEvents: readonly string[]
  /** Media whose alerts an external provider sends. */
  forwardedMedia: readonly string[]
}

/** The store id is the first 48 of the pid's 256 random bits. Null if the text is not a pid. */
export function storeIdOf(pid: string): number | null {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(pid)) return null
  return Buffer.from(pid, 'base64').readUIntBE(0, 6)
}

export type NewStore = { pid: string; apiKey: string; identitySecret: string; name: string }

export async function createStore(
  sql: Database,
  vault: Vault,
  { name, settings = {} }: { name: string; settings?: SettingTexts },
): Promise<NewStore> {
  const pid = randomBytes(32).toString('base64')
  const storeId = storeIdOf(pid)!
  const identitySecret = newIdentitySecret()
  return await transaction(sql, async (sql) => {
    await sql`
      insert into stores (store_id, pid, name, settings, token_key, identity_secret)
      values (
        ${storeId},
        ${pid},
        ${name},
        ${sql.json(settings)},
        ${vault.seal(storeId, randomBytes(32))},
        ${vault.seal(storeId, Buffer.from(identitySecret))}
      )`
    const { apiKey } = await createApiKey(sql, storeId, 'first')
    return { pid, apiKey, identitySecret, name }
  })
}

export type StoreSummary = { pid: string; name: string; settings: SettingTexts; isAsleep: boolean; createdAt: Date }

export async function listStores(sql: Sql): Promise<StoreSummary[]> {
  return await sql<StoreSummary[]>`
    -- every store: the operator's list of stores
    select pid, name, settings, asleep_since is not null as is_asleep, created_at
    from stores
    order by created_at, store_id`
}

type StoreDataRow = Pick<Store, 'storeId' | 'pid' | 'name' | 'hasEndedSessions' | 'wantedEvents'> & {
  settings: SettingTexts
  tokenKey: Buffer
  identitySecrets: Buffer[]
  keys: (Omit<ApiKeyHash, 'secretHash'> & { secretHash: string })[]
  topics: TopicRow[]
  forwardedMedia: string | null
}

export async function findStore(sql: Sql, vault: Vault, pid: string): Promise<Store | null> {
  const row = await readStore(sql, pid)
  return row && openStore(row, vault)
}

async function readStore(sql: Sql, pid: string): Promise<StoreDataRow | null> {
  const storeId = storeIdOf(pid)
  if (storeId === null) return null
  const [row] = await sql<StoreDataRow[]>`
    select store_id, pid, name, settings, token_key, has_ended_sessions,
      array_remove(array[identity_secret, previous_identity_secret], null) as identity_secrets,
      (
        select coalesce(json_agg(json_build_object('keyId', key_id, 'access', access, 'secretHash', encode(secret_hash, 'hex'))), '[]')
        from api_keys
        where api_keys.store_id = stores.store_id
          and revoked_at is null
      ) as keys,
      (
        select coalesce(
          json_agg(
            json_build_object('topic', topic, 'rule', rule, 'options', rule_options, 'channels', channels, 'enabled', enabled)
            order by topic
          ),
          '[]'
        )
        from topics
        where topics.store_id = stores.store_id
      ) as topics,
      (
        select coalesce(array_agg(distinct type), '{}')
        from webhook_endpoints endpoint
        cross join unnest(case when types = '{}' then array['*'] else types end) as type
        where endpoint.store_id = stores.store_id
          and disabled_at is null
      ) as wanted_events,
      (
        select integrations.settings ->> 'media'
        from integrations
        where integrations.store_id = stores.store_id
          and kind = 'klaviyo'
          and enabled
          and integrations.settings ->> 'mode' = 'back-in-stock'
      ) as forwarded_media
    from stores
    where store_id = ${storeId}
      and pid = ${pid}`
  return row ?? null
}

function openStore(row: StoreDataRow, vault: Vault): Store {
  const { identitySecrets, forwardedMedia, ...store } = row
  return {
    ...store,
    prefix: storePrefix(row.storeId),
    settings: readSettings(row.settings),
    topics: readTopics(row.topics),
    forwardedMedia: forwardedMedia?.split(',').map((medium) => medium.trim()) ?? [],
    tokenKey: makeTokenKey(vault.open(row.storeId, row.tokenKey)),
    identityKeys: identitySecrets.map((secret) => makeIdentityKey(vault.open(row.storeId, secret))),
    keys: row.keys.map(({ secretHash, ...key }) => ({ ...key, secretHash: Buffer.from(secretHash, 'hex') })),
  }
}

/** Once a session was ended, every new session must carry its shopper's epoch; this flag says so. */
export async function markEndedSessions(sql: Sql, storeId: number): Promise<void> {
  await sql`
    update stores
    set has_ended_sessions = true
    where store_id = ${storeId}
      and not has_ended_sessions`
  await notifyStoreChanged(sql, storeId)
}

export type StoreCache = {
  find(pid: string): Promise<Store | null>
  /** By the id that public links and the alert engine use. */
  findByNumber(storeId: number): Promise<Store | null>
  /** For a call that changed the store and answers now: the database's notification may arrive after the answer. */
  forget(store: Store): void
  close(): Promise<void>
}

/** While a store is imported or removed, this is a placeholder and not a pid: see portability/. */
export async function findPid(sql: Sql, storeId: number): Promise<string | null> {
  const [row] = await sql<{ pid: string }[]>`
    select pid
    from stores
    where store_id = ${storeId}`
  return row?.pid ?? null
}

/** Milliseconds until a cached store is read again, in case a notification of a change was lost. */
const usualTrust = 2000
const mostStores = 10_000

/** Caches stores: the database notifies of changes at once, and entries expire after two seconds in any case. */
export async function openStoreCache(sql: Database, vault: Vault, trustMillis = usualTrust): Promise<StoreCache> {
  const cache = new Map<string, { store: Promise<Store | null>; until: number }>()
  const opened = new Map<string, { written: string; store: Store }>()
  const subscription = await listen(sql, storeChannel, (storeId) => {
    for (const pid of cache.keys()) if (String(storeIdOf(pid)) === storeId) cache.delete(pid)
  })
  const read = async (pid: string) => {
    const row = await readStore(sql, pid)
    if (!row) return null
    const written = JSON.stringify(row)
    const known = opened.get(pid)
    // The same object as long as nothing changed: results memoized for it (tokens, keys) stay valid.
    if (known?.written === written) return known.store
    const store = openStore(row, vault)
    if (opened.size >= mostStores) opened.clear()
    opened.set(pid, { written, store })
    return store
  }
  const look = (pid: string) => {
    const store = read(pid)
    const entry = { store, until: performance.now() + trustMillis }
    if (cache.size >= mostStores) cache.clear()
    cache.set(pid, entry)
    store.then(
      (found) => found ?? cache.delete(pid),
      () => cache.get(pid) === entry && cache.delete(pid),
    )
    return store
  }
  const pids = new Map<number, string>()
  const find = (pid: string) => {
    const cached = cache.get(pid)
    if (cached && cached.until > performance.now()) return cached.store
    return storeIdOf(pid) === null ? Promise.resolve(null) : look(pid)
  }
  return {
    find,
    async findByNumber(storeId) {
      const pid = pids.get(storeId) ?? (await findPid(sql, storeId))
      if (pid === null) return null
      // A store that is being imported or removed has no pid yet or any more.
      if (storeIdOf(pid) === null) return null
      if (pids.size >= mostStores) pids.clear()
      pids.set(storeId, pid)
      return await find(pid)
    },
    forget: ({ pid }) => void cache.delete(pid),
    close: async () => await subscription.unlisten(),
  }
}
