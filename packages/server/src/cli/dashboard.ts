/** `heartbell dashboard`: a link that signs whoever holds the command line in, once. */
import type { Database } from '../database/connect.ts'
import { makeLink } from '../domain/sign-in.ts'
import { actOnInstallation } from './acts.ts'
import { writeAddress } from './banner.ts'
import type { Command } from './command.ts'

export const dashboard: Command = {
  name: 'dashboard',
  what: 'print a link that signs you in to the dashboard, once, within a day',
  flags: {},
  audit: 'act',
  examples: ['heartbell dashboard', 'heartbell dashboard --json'],
  run: async (call) => {
    const config = call.config()
    const url = config.publicUrl ?? writeAddress(config.host, config.port)
    const link = await actOnInstallation(call, async (sql) => ({
      answer: await writeLink(sql, url),
      act: { act: 'sign-in-link-made' },
    }))
    return { data: { link }, text: link }
  },
}

/** What follows the # never reaches a server or its log. */
export const writeLink = async (sql: Database, url: string) => `${url}/dashboard/welcome#${await makeLink(sql)}`
