/** The whole app with its own database and a store, for tests: real routes, real PostgreSQL, answers checked against the contract. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Database } from '../../database/connect.ts'
import { openTestDatabase } from '../../database/testing/test-database.ts'
import { useForFile } from '../../database/testing/use-test-database.ts'
import { makeVault, type Vault } from '../../domain/secrets/vault.ts'
import { parseSettings } from '../../domain/settings/settings.ts'
import { identifyAccount, identifyGuest } from '../../domain/shoppers/shoppers.ts'
import { createStore, findStore, type NewStore, type Store } from '../../domain/stores/stores.ts'
import { type AppOptions, buildApp } from '../app.ts'
import { openKnownChanges } from './known-changes.ts'

export type TestShopper = { regid: string; sessionid: string }
// biome-ignore lint/suspicious/noExplicitAny: tests read any answer and check it themselves.
export type Reply = { status: number; body: any; headers: LightMyRequestResponse['headers'] }

export type TestApp = {
  app: FastifyInstance
  /** The app knows a change of a store that was made with this handle and notified. */
  sql: Database
  databaseUrl: string
  vault: Vault
  store: NewStore
  /** The store as routes see it, with its current settings. */
  storeNow(store?: NewStore): Promise<Store>
  newStore(...settings: string[]): Promise<NewStore>
  guest(uuid?: string, store?: NewStore): Promise<TestShopper>
  account(email: string, store?: NewStore): Promise<TestShopper>
  /** A shopper's form call to `/api/v3/…`; objects and arrays are sent as JSON text. */
  shop(path: string, shopper: Partial<TestShopper>, fields?: Record<string, unknown>, store?: NewStore): Promise<Reply>
  /** The store's form call to `/storeadmin/…` with its key. */
  admin(path: string, fields?: Record<string, unknown>, store?: Pick<NewStore, 'pid' | 'apiKey'>): Promise<Reply>
  close(): Promise<void>
}

export const basic = ({ pid, apiKey }: Pick<NewStore, 'pid' | 'apiKey'>) =>
  `Basic ${Buffer.from(`${pid}:${apiKey}`).toString('base64')}`

export function form(fields: Record<string, unknown>): string {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined)
  return new URLSearchParams(
    pairs.map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  ).toString()
}

/** Tests call faster than any shopper; tests of the limits set their own. */
const noLimits = ['rate-key=off', 'rate-shopper=off', 'rate-address=off']

/** One app per test file, opened before its tests and closed after them. */
export const useTestApp = (options: Partial<AppOptions> = {}): TestApp => useForFile(() => openTestApp(options))

export async function openTestApp(options: Partial<AppOptions> = {}): Promise<TestApp> {
  const { sql, url: databaseUrl, close } = await openTestDatabase()
  const vault = makeVault('a secret for tests')
  const app = await buildApp({ sql, vault, checkReplies: true, ...options })
  const newStore = (...settings: string[]) =>
    createStore(sql, vault, { name: 'Test store', settings: parseSettings([...noLimits, ...settings]) })
  const store = await newStore()
  const storeNow = async (of = store) => (await findStore(sql, vault, of.pid))!
  const asShopper = ({ regid, sessionId }: { regid: string; sessionId: string }) => ({ regid, sessionid: sessionId })
  const post = async (
    url: string,
    fields: Record<string, unknown>,
    headers: Record<string, string>,
  ): Promise<Reply> => {
    const reply = await app.inject({
      method: 'POST',
      url,
      payload: form(fields),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'heartbell-tests', ...headers },
    })
    return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
  }
  return {
    app,
    sql: await openKnownChanges(sql),
    databaseUrl,
    vault,
    store,
    storeNow,
    newStore,
    guest: async (uuid = randomUUID(), of = store) => asShopper(await identifyGuest(sql, await storeNow(of), uuid)),
    account: async (email, of = store) => asShopper(await identifyAccount(sql, await storeNow(of), email)),
    shop: (path, shopper, fields = {}, of = store) =>
      post(`/api/v3/${path}?pid=${encodeURIComponent(of.pid)}`, { ...shopper, ...fields }, {}),
    admin: (path, fields = {}, of = store) => post(`/storeadmin/${path}`, fields, { authorization: basic(of) }),
    close: async () => {
      await app.close()
      await close()
    },
  }
}
