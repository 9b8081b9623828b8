/** `heartbell maintenance`: takes the service out of use for a while; it answers 503 until maintenance is off. */
import { setMaintenance } from '../../domain/stores/maintenance.ts'
import { actOnInstallation } from '../plumbing/audited-command.ts'
import type { Command } from '../plumbing/command.ts'
import { UsageError } from '../settings/usage-error.ts'

export const maintenance: Command = {
  name: 'maintenance',
  what: 'answer every request with 503 and Retry-After until turned off',
  usage: 'on|off',
  args: { min: 1, max: 1 },
  flags: {},
  audit: 'act',
  examples: ['heartbell maintenance on', 'heartbell maintenance off'],
  run: async (call) => {
    const [word] = call.args
    if (word !== 'on' && word !== 'off') throw new UsageError(`maintenance must be on or off, not "${word}".`)
    await actOnInstallation(call, async (sql) => ({
      answer: await setMaintenance(sql, word === 'on'),
      act: { act: 'maintenance-set', facts: { state: word } },
    }))
    return { data: { maintenance: word }, text: `Maintenance is ${word}.` }
  },
}
