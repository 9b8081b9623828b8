/** The store that a command is about, opened for its duration. */
import type { Database } from '../../database/connect.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import { findStore, type Store, storeIdOf } from '../../domain/stores/stores.ts'
import { useDatabase } from '../process/open-database.ts'
import { WrongCall } from '../settings/usage-error.ts'
import type { Call } from './command.ts'

/** The store whose pid is the first word of the call. */
export const useStore = <Answer>(
  call: Call,
  work: (sql: Database, store: Store, vault: Vault) => Promise<Answer>,
): Promise<Answer> => openStore(call, call.words[0]!, work)

/** The store that `--store` names. */
export async function useNamedStore<Answer>(
  call: Call,
  work: (sql: Database, store: Store, vault: Vault) => Promise<Answer>,
): Promise<Answer> {
  const pid = call.flag('store')
  if (!pid) throw new WrongCall('Say which store: --store PID; heartbell store list shows them.')
  return await openStore(call, pid, work)
}

async function openStore<Answer>(
  call: Call,
  pid: string,
  work: (sql: Database, store: Store, vault: Vault) => Promise<Answer>,
): Promise<Answer> {
  if (storeIdOf(pid) === null) throw new WrongCall(`"${pid}" is not a store's pid; heartbell store list shows them.`)
  return useDatabase(call.config(), async (sql, vault) => {
    const store = await findStore(sql, vault, pid)
    if (!store) throw new Error(`There is no store ${pid}; heartbell store list shows them.`)
    return work(sql, store, vault)
  })
}
