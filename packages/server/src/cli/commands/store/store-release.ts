/** `heartbell store release`: restocks that are being offered follow wider settings only when somebody says so. */
import { forecastAlerts } from '../../../domain/planning/dry-run.ts'
import { findNarrowRounds, releaseRounds } from '../../../domain/planning/round-pacing.ts'
import { actOnStore } from '../../plumbing/audited-command.ts'
import type { Command } from '../../plumbing/command.ts'
import { useStore } from '../../plumbing/open-store.ts'

const release: Command = {
  name: 'store release',
  what: 'apply wider pacing settings to restocks that are being offered now; without --yes, only show whom that notifies',
  usage: '<pid> [--yes]',
  args: { min: 1, max: 1 },
  flags: { yes: { type: 'boolean', what: 'confirm; without this, nobody is notified' } },
  audit: 'act',
  examples: ['heartbell store release <pid>', 'heartbell store release <pid> --yes'],
  run: async (call) => {
    if (call.has('yes')) {
      const released = await actOnStore(call, async (sql, store) => {
        const rounds = await releaseRounds(sql, store)
        const variantIds = rounds.map(({ variantId }) => variantId)
        const facts = { variantIds: variantIds.slice(0, 100), count: rounds.length }
        return { answer: variantIds, act: rounds.length > 0 ? { act: 'rounds-released', facts } : null }
      })
      const text = `${released.length} running restocks follow the settings now; whose turn it is, is being notified.`
      return { data: { released }, text }
    }
    const told = await useStore(call, async (sql, store) => {
      const variantIds = (await findNarrowRounds(sql, store)).map(({ variantId }) => variantId)
      return await forecastAlerts(sql, store, variantIds, (sql) => releaseRounds(sql, store))
    })
    const lines = told.map(({ address, variantId, position }) => `${variantId}  place ${position}  ${address}`)
    const none = 'Nobody would be notified.'
    const text = lines.length > 0 ? [...lines, 'Nobody was notified: confirm with --yes.'].join('\n') : none
    return { data: { told }, text }
  },
}

export const storeReleaseCommands = [release]
