/** Commands that change something: run in one transaction with their audit row, which names the system account and host. */
import { hostname, userInfo } from 'node:os'
import type { Database, Sql } from '../../database/connect.ts'
import { nestedTransaction } from '../../database/nested-transaction.ts'
import { type AuditAct, type AuditActor, recordAct, recordInstallationAct } from '../../domain/audit/audit.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { useDatabase } from '../process/open-database.ts'
import type { CommandCall } from './command.ts'
import { useNamedStore, useStore } from './open-store.ts'

/** In a container the account may have a number but no name. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`
  }
}

export const commandActor = (): AuditActor => ({
  kind: 'command',
  id: null,
  name: 'Command line',
  agent: `${accountName()}@${hostname()}`,
})

/** The reply, and the action; null when nothing changed. */
export type CommandDone<Answer> = { answer: Answer; act: AuditAct | null }
type StoreWork<Answer> = (sql: Database, store: Store, vault: Vault) => Promise<CommandDone<Answer>>

const inOneTransaction =
  <Answer>(work: StoreWork<Answer>) =>
  (pool: Database, store: Store, vault: Vault): Promise<Answer> =>
    nestedTransaction(pool, async (sql) => {
      const { answer, act } = await work(sql, store, vault)
      if (act) await recordAct(sql, store.storeId, commandActor(), act)
      return answer
    })

/** On the store whose pid is the first argument. */
export const actOnStore = <Answer>(call: CommandCall, work: StoreWork<Answer>) => useStore(call, inOneTransaction(work))

/** On the store given with `--store`. */
export const actOnNamedStore = <Answer>(call: CommandCall, work: StoreWork<Answer>) =>
  useNamedStore(call, inOneTransaction(work))

/** On the whole installation. */
export const actOnInstallation = <Answer>(
  call: CommandCall,
  work: (sql: Database, vault: Vault) => Promise<CommandDone<Answer> & { pid?: string }>,
): Promise<Answer> =>
  useDatabase(call.config(), (pool, vault) =>
    nestedTransaction(pool, async (sql) => {
      const { answer, act, pid = null } = await work(sql, vault)
      if (act) await recordInstallationAct(sql, commandActor(), act, pid)
      return answer
    }),
  )

/** For work that runs its own transactions: recorded before it starts, so that the audit trail has it even if it fails. */
export const announceAct = (sql: Sql, { storeId }: Pick<Store, 'storeId'>, act: AuditAct) =>
  recordAct(sql, storeId, commandActor(), act)
