/** Commands that change something: done in one transaction with their audit row, which names the account and host it ran on. */
import { hostname, userInfo } from 'node:os'
import type { Database, Sql } from '../../database/connect.ts'
import { nestedTransaction } from '../../database/nested-transaction.ts'
import { type Act, type Actor, noteAct, noteInstallationAct } from '../../domain/audit/audit.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { useDatabase } from '../process/open-database.ts'
import type { Call } from './command.ts'
import { useNamedStore, useStore } from './open-store.ts'

/** In a container the account may have a number and no name. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`
  }
}

export const commandActor = (): Actor => ({
  kind: 'command',
  id: null,
  name: 'Command line',
  agent: `${accountName()}@${hostname()}`,
})

/** The answer, and the act; null where nothing was changed. */
export type CommandDone<Answer> = { answer: Answer; act: Act | null }
type StoreWork<Answer> = (sql: Database, store: Store, vault: Vault) => Promise<CommandDone<Answer>>

const inOne =
  <Answer>(work: StoreWork<Answer>) =>
  (pool: Database, store: Store, vault: Vault): Promise<Answer> =>
    nestedTransaction(pool, async (sql) => {
      const { answer, act } = await work(sql, store, vault)
      if (act) await noteAct(sql, store.storeId, commandActor(), act)
      return answer
    })

/** On the store whose pid is the first word of the call. */
export const actOnStore = <Answer>(call: Call, work: StoreWork<Answer>) => useStore(call, inOne(work))

/** On the store that `--store` names. */
export const actOnNamedStore = <Answer>(call: Call, work: StoreWork<Answer>) => useNamedStore(call, inOne(work))

/** On the whole installation. */
export const actOnInstallation = <Answer>(
  call: Call,
  work: (sql: Database, vault: Vault) => Promise<CommandDone<Answer> & { pid?: string }>,
): Promise<Answer> =>
  useDatabase(call.config(), (pool, vault) =>
    nestedTransaction(pool, async (sql) => {
      const { answer, act, pid = null } = await work(sql, vault)
      if (act) await noteInstallationAct(sql, commandActor(), act, pid)
      return answer
    }),
  )

/** For work in transactions of its own: written before it begins, so that it is in the trail however it ends. */
export const announceAct = (sql: Sql, { storeId }: Pick<Store, 'storeId'>, act: Act) =>
  noteAct(sql, storeId, commandActor(), act)
