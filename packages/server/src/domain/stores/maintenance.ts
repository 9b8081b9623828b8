/** The switch that takes the service out of use for a while, and what else holds for the whole installation. */
import type { Database, Sql } from '../../database/connect.ts'
import { listen } from '../../database/listen.ts'
import type { Keyring } from '../secrets/vault.ts'

const channel = 'heartbell_installation'

export async function setMaintenance(sql: Sql, on: boolean): Promise<void> {
  await sql`
    insert into installation (word, value)
    values ('maintenance', ${sql.json(on)})
    on conflict (word) do update
    set value = excluded.value,
        updated_at = now()`
  await sql`select pg_notify(${channel}, '')`
}

async function isInMaintenance(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ value: boolean }[]>`
    select value
    from installation
    where word = 'maintenance'`
  return row?.value === true
}

export type MaintenanceWatch = { isOn(): boolean; close(): Promise<void> }

/** Keeps the switch in memory: told by the database, and looked at every two seconds in case a notice got lost. */
export async function watchMaintenance(sql: Database): Promise<MaintenanceWatch> {
  let on = await isInMaintenance(sql)
  const look = () =>
    isInMaintenance(sql).then(
      (now) => {
        on = now
      },
      () => undefined, // without a database every call answers 503 anyway
    )
  const subscription = await listen(sql, channel, look)
  const clock = setInterval(look, 2000).unref()
  return {
    isOn: () => on,
    close: async () => {
      clearInterval(clock)
      await subscription.unlisten()
    },
  }
}

/** True when the secrets in this database were sealed with one of this vault's; the first vault to ask decides. */
export async function isVaultOf(sql: Sql, vault: Keyring): Promise<boolean> {
  const known = await findCheckValue(sql)
  if (known !== null) return vault.checkValues.includes(known)
  await sql`
    insert into installation (word, value)
    values ('vault-check', ${sql.json(vault.checkValue)})
    on conflict (word) do nothing`
  return (await findCheckValue(sql)) === vault.checkValue
}

/** Read before it is written: a server starts also where nothing can be written for now. */
export async function findCheckValue(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ value: string }[]>`
    select value
    from installation
    where word = 'vault-check'`
  return row?.value ?? null
}

/** From now on every process seals with the secret of this check value; what is sealed with another still opens. */
export async function setCheckValue(sql: Sql, checkValue: string): Promise<void> {
  await sql`
    insert into installation (word, value)
    values ('vault-check', ${sql.json(checkValue)})
    on conflict (word) do update
    set value = excluded.value,
        updated_at = now()`
}
