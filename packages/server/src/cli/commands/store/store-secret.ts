/** `heartbell store secret`: rotates the secret that a store's server signs identities with. */
import { dropOldIdentitySecret, rotateIdentitySecret } from '../../../domain/stores/identity-secrets.ts'
import { actOnStore } from '../../plumbing/audited-command.ts'
import type { Command } from '../../plumbing/command.ts'

const rotate: Command = {
  name: 'store secret rotate',
  what: 'create a new identity secret for a store, shown only once; the old one stays valid until the next rotation',
  usage: '<pid>',
  args: { min: 1, max: 1 },
  flags: {},
  audit: 'act',
  examples: ['heartbell store secret rotate <pid>', 'heartbell store secret rotate <pid> --json'],
  run: async (call) => {
    const identitySecret = await actOnStore(call, async (sql, { storeId }, vault) => ({
      answer: await rotateIdentitySecret(sql, vault, storeId),
      act: { act: 'secret-rotated' },
    }))
    const text = `  identity secret  ${identitySecret}

The previous secret is still valid. When your server signs with the new one, run heartbell store secret drop-old <pid>`
    return { data: { identitySecret }, text }
  },
}

const dropOld: Command = {
  name: 'store secret drop-old',
  what: 'invalidate the previous identity secret',
  usage: '<pid>',
  args: { min: 1, max: 1 },
  flags: {},
  audit: 'act',
  examples: ['heartbell store secret drop-old <pid>'],
  run: async (call) => {
    const dropped = await actOnStore(call, async (sql, { storeId }) => {
      const answer = await dropOldIdentitySecret(sql, storeId)
      return { answer, act: answer ? { act: 'old-secret-dropped' } : null }
    })
    const text = dropped ? 'Only the newest identity secret is valid now.' : 'There was no previous identity secret.'
    return { data: { dropped }, text }
  },
}

export const storeSecretCommands = [rotate, dropOld]
