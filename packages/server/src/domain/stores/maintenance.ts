/** Values of the whole installation: the maintenance switch, and the check value of the secret that seals data. */
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

/** Caches the switch: the database notifies of changes, and it is read every two seconds in case a notification is lost. */
export async function watchMaintenance(sql: Database): Promise<MaintenanceWatch> {
  let on = await isInMaintenance(sql)
  const look = () =>
    isInMaintenance(sql).then(
      (now) => {
        on = now
      },
      () => undefined, // without a database every call answers 503
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

/** True when this vault can open the database's secrets. The first vault of a new database sets the check value. */
export async function isVaultOf(sql: Sql, vault: Keyring): Promise<boolean> {
  const known = await findCheckValue(sql)
  if (known !== null) return vault.checkValues.includes(known)
  await sql`
    insert into installation (word, value)
    values ('vault-check', ${sql.json(vault.checkValue)})
    on conflict (word) do nothing`
  return (await findCheckValue(sql)) === vault.checkValue
}

/** Read before any write, so that a server also starts on a read-only database. */
export async function findCheckValue(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ value: string }[]>`
    select value
    from installation
    where word = 'vault-check'`
  return row?.value ?? null
}

/** From now on every process seals with the secret of this check value; values sealed with another secret still open. */
export async function setCheckValue(sql: Sql, checkValue: string): Promise<void> {
  await sql`
    insert into installation (word, value)
    values ('vault-check', ${sql.json(checkValue)})
    on conflict (word) do update
    set value = excluded.value,
        updated_at = now()`
}
