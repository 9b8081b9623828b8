/** `heartbell store secret`: renewing what a store's server signs identities with. */
import { dropOldIdentitySecret, rotateIdentitySecret } from '../../../domain/stores/identity-secrets.ts'
import { actOnStore } from '../../plumbing/audited-command.ts'
import type { Command } from '../../plumbing/command.ts'

const rotate: Command = {
  name: 'store secret rotate',
  what: 'give a store a new identity secret, shown only this once; the old one holds until the next rotation',
  takes: '<pid>',
  words: { least: 1, most: 1 },
  flags: {},
  audit: 'act',
  examples: ['heartbell store secret rotate <pid>', 'heartbell store secret rotate <pid> --json'],
  run: async (call) => {
    const identitySecret = await actOnStore(call, async (sql, { storeId }, vault) => ({
      answer: await rotateIdentitySecret(sql, vault, storeId),
      act: { act: 'secret-rotated' },
    }))
    const text = `  identity secret  ${identitySecret}

The one before still holds. When your server signs with the new one: heartbell store secret drop-old <pid>`
    return { data: { identitySecret }, text }
  },
}

const dropOld: Command = {
  name: 'store secret drop-old',
  what: 'end the identity secret before the last rotation',
  takes: '<pid>',
  words: { least: 1, most: 1 },
  flags: {},
  audit: 'act',
  examples: ['heartbell store secret drop-old <pid>'],
  run: async (call) => {
    const dropped = await actOnStore(call, async (sql, { storeId }) => {
      const answer = await dropOldIdentitySecret(sql, storeId)
      return { answer, act: answer ? { act: 'old-secret-dropped' } : null }
    })
    const text = dropped ? 'Only the newest identity secret holds now.' : 'There was no older identity secret.'
    return { data: { dropped }, text }
  },
}

export const storeSecretCommands = [rotate, dropOld]
