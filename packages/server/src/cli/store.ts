/** `heartbell store`: making stores, listing them, and their settings. */
import { Refusal } from '@heartbell/contract/errors'
import type { Database } from '../database/connect.ts'
import { changeSettings, parseSettings, printSettings, type SettingTexts } from '../domain/settings.ts'
import { createStore, findStore, listStores, type Store, storeIdOf } from '../domain/stores.ts'
import type { Vault } from '../domain/vault.ts'
import type { Call, Command } from './command.ts'
import { useDatabase } from './database.ts'
import { WrongCall } from './wrong-call.ts'

const create: Command = {
  name: 'store create',
  what: 'make a store and show its pid, API key and identity secret (the key only this once)',
  takes: '--name NAME',
  flags: {
    name: { type: 'string', value: 'NAME', what: 'what the store is called' },
    set: { type: 'string', value: 'key=value', what: 'a setting to begin with', multiple: true },
  },
  examples: [
    'heartbell store create --name "Fern & Field"',
    'heartbell store create --name Shop --set country=DE --json',
  ],
  run: async (call) => {
    const name = call.flag('name')?.trim()
    if (!name) throw new WrongCall('A store needs a name: write heartbell store create --name NAME.')
    const settings = readPairs(call.flags('set'))
    const store = await useDatabase(call.config(), (sql, vault) => createStore(sql, vault, { name, settings }))
    const text = `Store "${name}" is ready. Keep the API key: it is not shown again.

  pid              ${store.pid}
  API key          ${store.apiKey}
  identity secret  ${store.identitySecret}`
    return { data: store, text }
  },
}

const list: Command = {
  name: 'store list',
  what: 'list all stores',
  flags: {},
  examples: ['heartbell store list', 'heartbell store list --json'],
  run: async ({ config }) => {
    const stores = await useDatabase(config(), (sql) => listStores(sql))
    const lines = stores.map(({ pid, name, isAsleep, createdAt }) => {
      const state = isAsleep ? '  (asleep)' : ''
      return `${pid}  ${createdAt.toISOString().slice(0, 10)}  ${name}${state}`
    })
    const none = 'There is no store yet: heartbell store create --name NAME makes one.'
    return { data: stores, text: lines.join('\n') || none }
  },
}

const set: Command = {
  name: 'store set',
  what: 'change settings of a store, all or none; without any, show them',
  takes: '<pid> [key=value …]',
  words: { least: 1, most: 100 },
  flags: {},
  examples: ['heartbell store set <pid> custom-items=on country=DE', 'heartbell store set <pid>'],
  run: async (call) => {
    const changes = readPairs(call.words.slice(1))
    const settings = await useStore(call, async (sql, { storeId, pid }) => {
      if (call.words.length > 1) return (await changeSettings(sql, storeId, changes)) ?? {}
      const store = (await listStores(sql)).find((one) => one.pid === pid)
      return printSettings(store?.settings ?? {})
    })
    const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}`)
    return { data: settings, text: lines.join('\n') }
  },
}

export const storeCommands = [create, list, set]

function readPairs(pairs: string[]): SettingTexts {
  try {
    return parseSettings(pairs)
  } catch (error) {
    if (error instanceof Refusal) throw new WrongCall(error.message)
    throw error
  }
}

/** The store whose pid is the first word of the call. */
export const useStore = <Answer>(
  call: Call,
  work: (sql: Database, store: Store, vault: Vault) => Promise<Answer>,
): Promise<Answer> => openStore(call, call.words[0]!, work)

/** The store that `--store` names. */
export async function useNamedStore<Answer>(
  call: Call,
  work: (sql: Database, store: Store, vault: Vault) => Promise<Answer>,
): Promise<Answer> {
  const pid = call.flag('store')
  if (!pid) throw new WrongCall('Say which store: --store PID; heartbell store list shows them.')
  return await openStore(call, pid, work)
}

async function openStore<Answer>(
  call: Call,
  pid: string,
  work: (sql: Database, store: Store, vault: Vault) => Promise<Answer>,
): Promise<Answer> {
  if (storeIdOf(pid) === null) throw new WrongCall(`"${pid}" is not a store's pid; heartbell store list shows them.`)
  return useDatabase(call.config(), async (sql, vault) => {
    const store = await findStore(sql, vault, pid)
    if (!store) throw new Error(`There is no store ${pid}; heartbell store list shows them.`)
    return work(sql, store, vault)
  })
}
