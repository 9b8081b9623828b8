/** `heartbell store key`: the API keys of a store. A store may have several, and each can be revoked. */
import { createApiKey, listApiKeys, revokeApiKey } from '../../../domain/stores/api-keys.ts'
import { actOnStore } from '../../plumbing/audited-command.ts'
import type { Command } from '../../plumbing/command.ts'
import { useStore } from '../../plumbing/open-store.ts'

const add: Command = {
  name: 'store key add',
  what: 'add an API key to a store; it is shown only once',
  usage: '<pid>',
  args: { min: 1, max: 1 },
  flags: {
    label: { type: 'string', value: 'TEXT', what: 'what the key is for' },
    'read-only': { type: 'boolean', what: 'the key may only read: for warehouses and reports' },
  },
  audit: 'act',
  examples: [
    'heartbell store key add <pid> --label "new web server"',
    'heartbell store key add <pid> --label warehouse --read-only',
  ],
  run: async (call) => {
    const label = call.flag('label') ?? ''
    const access = call.has('read-only') ? 'read' : 'full'
    const key = await actOnStore(call, async (sql, { storeId }) => {
      const made = await createApiKey(sql, storeId, label, access)
      return { answer: made, act: { act: 'key-added', facts: { keyId: made.keyId, label, access } } }
    })
    return { data: key, text: `  key id   ${key.keyId}\n  API key  ${key.apiKey}` }
  },
}

const revoke: Command = {
  name: 'store key revoke',
  what: 'revoke an API key, given by its id or as the whole key',
  usage: '<pid> <key>',
  args: { min: 2, max: 2 },
  flags: {},
  audit: 'act',
  examples: ['heartbell store key revoke <pid> 3f9c0a7b12de'],
  run: async (call) => {
    const keyId = call.args[1]!.replace(/^hbk_([^_]+)_.*$/, '$1')
    const known = await actOnStore(call, async (sql, { storeId }) => {
      const answer = await revokeApiKey(sql, storeId, keyId)
      return { answer, act: answer ? { act: 'key-revoked', facts: { keyId } } : null }
    })
    if (!known) throw new Error(`The store has no key ${keyId}. heartbell store key list <pid> shows its keys.`)
    return { data: { keyId, revoked: true }, text: `Key ${keyId} is revoked.` }
  },
}

const list: Command = {
  name: 'store key list',
  what: 'list the API keys of a store (ids and labels, never the keys)',
  usage: '<pid>',
  args: { min: 1, max: 1 },
  flags: {},
  audit: { notAnAct: 'only reads' },
  examples: ['heartbell store key list <pid>'],
  run: async (call) => {
    const keys = await useStore(call, (sql, { storeId }) => listApiKeys(sql, storeId))
    const lines = keys.map(({ keyId, label, access, createdAt, revokedAt }) =>
      [keyId, createdAt.toISOString().slice(0, 10), revokedAt ? 'revoked' : 'in use ', access, label]
        .join('  ')
        .trimEnd(),
    )
    return { data: keys, text: lines.join('\n') || 'The store has no API key.' }
  },
}

export const storeKeyCommands = [add, revoke, list]
