/** The switch that takes the service out of use for a while, and what else holds for the whole installation. */
import type { Sql } from '../database/connect.ts'
import type { Vault } from './vault.ts'

export async function setMaintenance(sql: Sql, on: boolean): Promise<void> {
  await sql`
    insert into installation (word, value)
    values ('maintenance', ${sql.json(on)})
    on conflict (word) do update
    set value = excluded.value,
        updated_at = now()`
}

export async function isInMaintenance(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ value: boolean }[]>`
    select value
    from installation
    where word = 'maintenance'`
  return row?.value === true
}

/** True when the secrets in this database were sealed with this vault's secret; the first vault to ask decides. */
export async function isVaultOf(sql: Sql, vault: Vault): Promise<boolean> {
  const [row] = await sql<{ value: string }[]>`
    with first as (
      insert into installation (word, value)
      values ('vault-check', ${sql.json(vault.checkValue)})
      on conflict (word) do nothing
      returning value
    )
    select value from first
    union all
    select value from installation where word = 'vault-check'
    limit 1`
  return row?.value === vault.checkValue
}
