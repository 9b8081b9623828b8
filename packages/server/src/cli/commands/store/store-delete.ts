/** `heartbell store delete`: deletes every row of a store, also of one whose import or deletion was interrupted. */

import { recordInstallationAct } from '../../../domain/audit/audit.ts'
import { findStoreName, removeStore } from '../../../domain/portability/remove-store.ts'
import { findPid, storeIdOf } from '../../../domain/stores/stores.ts'
import { commandActor } from '../../plumbing/audited-command.ts'
import type { Command } from '../../plumbing/command.ts'
import { useDatabase } from '../../process/open-database.ts'
import { UsageError } from '../../settings/usage-error.ts'

export const storeDelete: Command = {
  name: 'store delete',
  what: 'delete a store with all its data, permanently; export it first',
  usage: '<pid>',
  args: { min: 1, max: 1 },
  flags: { yes: { type: 'boolean', what: 'confirm the deletion; without this, nothing is deleted' } },
  audit: 'act',
  examples: ['heartbell store delete <pid>', 'heartbell store delete <pid> --yes'],
  run: async (call) => {
    const pid = call.args[0]!
    const storeId = storeIdOf(pid)
    if (storeId === null) throw new UsageError(`"${pid}" is not the pid of a store. heartbell store list shows them.`)
    return await useDatabase(call.config(), async (sql) => {
      const here = await findPid(sql, storeId)
      // While an import or deletion is incomplete, the stored pid has a prefix that says so.
      if (here !== pid && !here?.endsWith(` ${pid}`)) throw new Error(`The store ${pid} does not exist.`)
      const question = `Nothing was deleted. To delete the store with all its lists, alerts and history, run heartbell store delete ${pid} --yes`
      if (!call.has('yes')) return { data: { pid, rows: 0 }, text: question, code: 1 }
      const act = { act: 'store-deleted', facts: { name: await findStoreName(sql, storeId), pid } } as const
      await recordInstallationAct(sql, commandActor(), act, pid)
      const rows = await removeStore(sql, pid)
      return { data: { pid, rows }, text: `Deleted: ${rows} rows.` }
    })
  },
}
