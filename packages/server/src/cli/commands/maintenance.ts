/** `heartbell maintenance`: takes the service out of use for a while, answering 503 until it is switched back. */
import { setMaintenance } from '../../domain/stores/maintenance.ts'
import { actOnInstallation } from '../plumbing/audited-command.ts'
import type { Command } from '../plumbing/command.ts'
import { WrongCall } from '../settings/usage-error.ts'

export const maintenance: Command = {
  name: 'maintenance',
  what: 'answer every call with 503 and Retry-After until switched off again',
  takes: 'on|off',
  words: { least: 1, most: 1 },
  flags: {},
  audit: 'act',
  examples: ['heartbell maintenance on', 'heartbell maintenance off'],
  run: async (call) => {
    const [word] = call.words
    if (word !== 'on' && word !== 'off') throw new WrongCall(`maintenance is on or off, not "${word}".`)
    await actOnInstallation(call, async (sql) => ({
      answer: await setMaintenance(sql, word === 'on'),
      act: { act: 'maintenance-set', facts: { state: word } },
    }))
    return { data: { maintenance: word }, text: `Maintenance is ${word}.` }
  },
}
