/** `heartbell store key`: the API keys of a store, several at a time, each revocable. */
import { addKey, listKeys, revokeKey } from '../domain/keys.ts'
import type { Command } from './command.ts'
import { useStore } from './store.ts'

const add: Command = {
  name: 'store key add',
  what: 'give a store one more API key, shown only this once',
  takes: '<pid>',
  words: { least: 1, most: 1 },
  flags: { label: { type: 'string', value: 'TEXT', what: 'what the key is for' } },
  examples: ['heartbell store key add <pid> --label "new web server"'],
  run: async (call) => {
    const key = await useStore(call, (sql, { storeId }) => addKey(sql, storeId, call.flag('label')))
    return { data: key, text: `  key id   ${key.keyId}\n  API key  ${key.apiKey}` }
  },
}

const revoke: Command = {
  name: 'store key revoke',
  what: 'end an API key, given by its id or whole',
  takes: '<pid> <key>',
  words: { least: 2, most: 2 },
  flags: {},
  examples: ['heartbell store key revoke <pid> 3f9c0a7b12de'],
  run: async (call) => {
    const keyId = call.words[1]!.replace(/^hbk_([^_]+)_.*$/, '$1')
    const known = await useStore(call, (sql, { storeId }) => revokeKey(sql, storeId, keyId))
    if (!known) throw new Error(`The store has no key ${keyId}; heartbell store key list <pid> shows them.`)
    return { data: { keyId, revoked: true }, text: `Key ${keyId} is revoked.` }
  },
}

const list: Command = {
  name: 'store key list',
  what: 'list the API keys of a store (ids and labels, never the keys)',
  takes: '<pid>',
  words: { least: 1, most: 1 },
  flags: {},
  examples: ['heartbell store key list <pid>'],
  run: async (call) => {
    const keys = await useStore(call, (sql, { storeId }) => listKeys(sql, storeId))
    const lines = keys.map(({ keyId, label, createdAt, revokedAt }) =>
      [keyId, createdAt.toISOString().slice(0, 10), revokedAt ? 'revoked' : 'in use ', label].join('  ').trimEnd(),
    )
    return { data: keys, text: lines.join('\n') || 'The store has no key.' }
  },
}

export const storeKeyCommands = [add, revoke, list]
