/** `heartbell migrate`: migrates the database. */
import { connect } from '../../database/connect.ts'
import { recordInstallationAct } from '../../domain/audit/audit.ts'
import { commandActor } from '../plumbing/audited-command.ts'
import type { Command } from '../plumbing/command.ts'
import { awaitDatabase, migrateDatabase, openDatabase } from '../process/open-database.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  what: 'migrate the database to this release (serve does it too)',
  flags: {},
  audit: 'act',
  examples: ['heartbell migrate', 'DATABASE_URL=postgres://… heartbell migrate --json'],
  run: async (call) => {
    const config = call.config()
    const opened = await openDatabase(config, { role: 'command' })
    const sql = connect({ url: opened.url, connections: 1, name: 'heartbell migrate' })
    try {
      await awaitDatabase(sql, opened.url, 0)
      const ran = await migrateDatabase(sql, config)
      if (ran.length > 0) await recordInstallationAct(sql, commandActor(), { act: 'database-migrated', facts: { ran } })
      return {
        data: { ran },
        text: ran.length > 0 ? `CommandResult ${ran.join(', ')}.` : 'The database is up to date.',
      }
    } finally {
      await sql.end({ timeout: 1 })
      await opened.stop()
    }
  },
}
