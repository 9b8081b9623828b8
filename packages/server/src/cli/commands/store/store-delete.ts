/** `heartbell store delete`: every row of a store, for good; also of one whose import or deletion broke off. */

import { noteInstallationAct } from '../../../domain/audit/audit.ts'
import { findPidOf } from '../../../domain/portability/import-in-progress.ts'
import { findStoreName, removeStore } from '../../../domain/portability/remove-store.ts'
import { storeIdOf } from '../../../domain/stores/stores.ts'
import { commandActor } from '../../plumbing/audited-command.ts'
import type { Command } from '../../plumbing/command.ts'
import { useDatabase } from '../../process/open-database.ts'
import { WrongCall } from '../../settings/usage-error.ts'

export const storeDelete: Command = {
  name: 'store delete',
  what: 'delete a store with everything in it, for good; export it first',
  takes: '<pid>',
  words: { least: 1, most: 1 },
  flags: { yes: { type: 'boolean', what: 'delete it; without this, only say what would be deleted' } },
  audit: 'act',
  examples: ['heartbell store delete <pid>', 'heartbell store delete <pid> --yes'],
  run: async (call) => {
    const pid = call.words[0]!
    const storeId = storeIdOf(pid)
    if (storeId === null) throw new WrongCall(`"${pid}" is not a store's pid; heartbell store list shows them.`)
    return await useDatabase(call.config(), async (sql) => {
      const here = await findPidOf(sql, storeId)
      // Half arrived or half gone, its row says so before the pid.
      if (here !== pid && !here?.endsWith(` ${pid}`)) throw new Error(`There is no store ${pid}.`)
      const question = `Nothing was deleted. heartbell store delete ${pid} --yes deletes the store with all its lists, alerts and history.`
      if (!call.has('yes')) return { data: { pid, rows: 0 }, text: question, code: 1 }
      const act = { act: 'store-deleted', facts: { name: await findStoreName(sql, storeId), pid } } as const
      await noteInstallationAct(sql, commandActor(), act, pid)
      const rows = await removeStore(sql, pid)
      return { data: { pid, rows }, text: `Deleted: ${rows} rows.` }
    })
  },
}
