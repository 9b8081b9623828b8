/** Opens the store that a command is about. */
import type { Database } from '../../database/connect.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import { findStore, type Store, storeIdOf } from '../../domain/stores/stores.ts'
import { useDatabase } from '../process/open-database.ts'
import { UsageError } from '../settings/usage-error.ts'
import type { CommandCall } from './command.ts'

/** The store whose pid is the first argument. */
export const useStore = <Answer>(
  call: CommandCall,
  work: (sql: Database, store: Store, vault: Vault) => Promise<Answer>,
): Promise<Answer> => openStore(call, call.args[0]!, work)

/** The store given with `--store`. */
export async function useNamedStore<Answer>(
  call: CommandCall,
  work: (sql: Database, store: Store, vault: Vault) => Promise<Answer>,
): Promise<Answer> {
  const pid = call.flag('store')
  if (!pid) throw new UsageError('Give the store: --store PID. heartbell store list shows all stores.')
  return await openStore(call, pid, work)
}

async function openStore<Answer>(
  call: CommandCall,
  pid: string,
  work: (sql: Database, store: Store, vault: Vault) => Promise<Answer>,
): Promise<Answer> {
  if (storeIdOf(pid) === null)
    throw new UsageError(`"${pid}" is not the pid of a store. heartbell store list shows them.`)
  return useDatabase(call.config(), async (sql, vault) => {
    const store = await findStore(sql, vault, pid)
    if (!store) throw new Error(`The store ${pid} does not exist. heartbell store list shows all stores.`)
    return work(sql, store, vault)
  })
}
