/** `heartbell maintenance`: takes the service out of use for a while, answering 503 until it is switched back. */
import { setMaintenance } from '../domain/maintenance.ts'
import type { Command } from './command.ts'
import { useDatabase } from './database.ts'
import { WrongCall } from './wrong-call.ts'

export const maintenance: Command = {
  name: 'maintenance',
  what: 'answer every call with 503 and Retry-After until switched off again',
  takes: 'on|off',
  words: { least: 1, most: 1 },
  flags: {},
  examples: ['heartbell maintenance on', 'heartbell maintenance off'],
  run: async ({ config, words: [word] }) => {
    if (word !== 'on' && word !== 'off') throw new WrongCall(`maintenance is on or off, not "${word}".`)
    await useDatabase(config(), (sql) => setMaintenance(sql, word === 'on'))
    return { data: { maintenance: word }, text: `Maintenance is ${word}.` }
  },
}
