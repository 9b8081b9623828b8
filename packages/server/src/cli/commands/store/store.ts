/** `heartbell store`: creates and lists stores, and changes their settings. */
import { existsSync } from 'node:fs'
import { Refusal } from '@heartbell/contract/errors'
import { type AuditAct, recordAct } from '../../../domain/audit/audit.ts'
import { parseSettings, printSettings, type SettingTexts } from '../../../domain/settings/settings.ts'
import { changeStore } from '../../../domain/stores/change-store.ts'
import { createStore, listStores, storeIdOf } from '../../../domain/stores/stores.ts'
import { actOnInstallation, actOnStore, commandActor } from '../../plumbing/audited-command.ts'
import type { Command } from '../../plumbing/command.ts'
import { hidePassword, useDatabase } from '../../process/open-database.ts'
import type { Config } from '../../settings/settings.ts'
import { UsageError } from '../../settings/usage-error.ts'

const create: Command = {
  name: 'store create',
  what: 'create a store and show its pid, API key and identity secret (the key is shown only once)',
  usage: '--name NAME',
  flags: {
    name: { type: 'string', value: 'NAME', what: 'the name of the store' },
    set: { type: 'string', value: 'key=value', what: 'an initial setting', multiple: true },
  },
  audit: 'act',
  examples: [
    'heartbell store create --name "Fern & Field"',
    'heartbell store create --name Shop --set country=DE --json',
  ],
  run: async (call) => {
    const name = call.flag('name')?.trim()
    if (!name) throw new UsageError('A store needs a name: heartbell store create --name NAME.')
    const settings = readPairs(call.flags('set'))
    const place = describePlace(call.config())
    const store = await actOnInstallation(call, async (sql, vault) => {
      const made = await createStore(sql, vault, { name, settings })
      const act: AuditAct = { act: 'store-created', facts: { name, pid: made.pid, settings } }
      await recordAct(sql, storeIdOf(made.pid)!, commandActor(), act)
      return { answer: made, act, pid: made.pid }
    })
    const text = `Store "${name}" is ready. Save the API key: it is not shown again.
${place}

  pid              ${store.pid}
  API key          ${store.apiKey}
  identity secret  ${store.identitySecret}`
    return { data: store, text }
  },
}

/** Asked before the store is created. A server on another folder does not know the store, which looks like a wrong pid. */
export function describePlace({ data, databaseUrl }: Pick<Config, 'data' | 'databaseUrl'>): string {
  if (databaseUrl) return `It is in the database at ${hidePassword(databaseUrl)}.`
  if (existsSync(data)) return `It is in the data folder ${data}.`
  return `It is in a new data folder, ${data}. If your server uses another one, name that with --data or HEARTBELL_DATA and create the store again.`
}

const list: Command = {
  name: 'store list',
  what: 'list all stores',
  flags: {},
  audit: { notAnAct: 'only reads' },
  examples: ['heartbell store list', 'heartbell store list --json'],
  run: async ({ config }) => {
    const stores = await useDatabase(config(), (sql) => listStores(sql))
    const lines = stores.map(({ pid, name, isAsleep, createdAt }) => {
      const state = isAsleep ? '  (paused)' : ''
      return `${pid}  ${createdAt.toISOString().slice(0, 10)}  ${name}${state}`
    })
    const none = 'There is no store yet. Create one with heartbell store create --name NAME'
    return { data: stores, text: lines.join('\n') || none }
  },
}

const set: Command = {
  name: 'store set',
  what: 'change settings of a store, all or none; without key=value, show them',
  usage: '<pid> [key=value …]',
  args: { min: 1, max: 100 },
  flags: {},
  audit: 'act',
  examples: ['heartbell store set <pid> custom-items=on country=DE', 'heartbell store set <pid>'],
  run: async (call) => {
    const changes = readPairs(call.args.slice(1))
    const settings = await actOnStore(call, async (sql, { storeId, pid }) => {
      if (call.args.length > 1) {
        const { settings, before, after } = (await changeStore(sql, storeId, { changes }))!
        return { answer: settings, act: { act: 'settings-changed', facts: after, before, after } }
      }
      const store = (await listStores(sql)).find((one) => one.pid === pid)
      return { answer: printSettings(store?.settings ?? {}), act: null }
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
    if (error instanceof Refusal) throw new UsageError(error.message)
    throw error
  }
}
