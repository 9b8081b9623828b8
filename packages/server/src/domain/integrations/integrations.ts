/** What a store is connected to: providers, platforms and feeds, with their secrets sealed. One of each kind. */
import { randomBytes } from 'node:crypto'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { safeText } from '../../database/safe-text.ts'
import { cancelShopRedaction, startHeldRedactions } from '../privacy/redactions.ts'
import { newId } from '../secrets/ids.ts'
import type { Vault } from '../secrets/vault.ts'
import { notifyStoreChanged } from '../settings/settings.ts'
import type { Store } from '../stores/stores.ts'
import type { Values } from './integration-types/integration-type.ts'
import { checkValues, kindOf, type ValueChanges } from './integration-values.ts'

export type Integration = {
  storeId: number
  integrationId: string
  kind: string
  /** What may be read and what may not, together; see `showIntegration` for what is shown. */
  values: Values
  enabled: boolean
  hookToken: string
  checkedAt: Date | null
  checkResult: string | null
  createdAt: Date
  updatedAt: Date
}

type IntegrationRow = Omit<Integration, 'values'> & { settings: Values; secrets: Buffer | null }

const columns = `
  store_id, integration_id, kind, settings, secrets, enabled, hook_token, checked_at, check_result, created_at, updated_at`

export const openIntegrationRow = (vault: Vault, { settings, secrets, ...row }: IntegrationRow): Integration => {
  const sealed: Values = secrets ? JSON.parse(vault.open(row.storeId, secrets).toString()) : {}
  return { ...row, values: { ...settings, ...sealed } }
}

export async function listIntegrations(sql: Sql, vault: Vault, storeId: number): Promise<Integration[]> {
  const rows = await sql<IntegrationRow[]>`
    select ${sql.unsafe(columns)}
    from integrations
    where store_id = ${storeId}
    order by kind`
  return rows.map((row) => openIntegrationRow(vault, row))
}

export async function findIntegration(
  sql: Sql,
  vault: Vault,
  storeId: number,
  kind: string,
): Promise<Integration | null> {
  const [row] = await sql<IntegrationRow[]>`
    select ${sql.unsafe(columns)}
    from integrations
    where store_id = ${storeId}
      and kind = ${kind}`
  return row ? openIntegrationRow(vault, row) : null
}

/** Values not named stay as they were; null removes one. */
export type IntegrationInput = { kind: string; values: ValueChanges; enabled?: boolean | undefined }

export async function connectIntegration(
  sql: Database,
  vault: Vault,
  store: Pick<Store, 'storeId' | 'prefix'>,
  { kind: name, values, enabled }: IntegrationInput,
): Promise<Integration> {
  const { storeId } = store
  const kind = kindOf(name)
  return await transaction(sql, async (sql) => {
    // Held, so that of two changes at once neither writes over what the other set.
    await sql`select from stores where store_id = ${storeId} for update`
    const before = await findIntegration(sql, vault, storeId, name)
    const all = checkValues(kind, before?.values ?? kind.make?.() ?? {}, values)
    const [plain, secret] = [false, true].map((wanted) =>
      Object.fromEntries(Object.entries(all).filter(([field]) => Boolean(kind.fields[field]?.secret) === wanted)),
    )
    const sealed = vault.seal(storeId, Buffer.from(JSON.stringify(secret)))
    const [row] = await sql<IntegrationRow[]>`
      insert into integrations (store_id, integration_id, kind, settings, secrets, enabled, hook_token)
      values (
        ${storeId}, ${newId()}, ${name}, ${sql.json(plain!)}, ${sealed}, ${enabled ?? true}, ${newHookToken(store)}
      )
      on conflict (store_id, kind) do update
      set settings = excluded.settings,
          secrets = excluded.secrets,
          enabled = coalesce(${enabled ?? null}, integrations.enabled),
          checked_at = null,
          check_result = null,
          updated_at = clock_timestamp()
      returning ${sql.unsafe(columns)}`
    await (row!.enabled ? cancelShopRedaction : startHeldRedactions)(sql, storeId, name)
    await notifyStoreChanged(sql, storeId)
    return openIntegrationRow(vault, row!)
  })
}

/** False when there was none. */
export async function disconnectIntegration(sql: Sql, storeId: number, kind: string): Promise<boolean> {
  const gone = await sql`
    delete from integrations
    where store_id = ${storeId}
      and kind = ${kind}
    returning integration_id`
  await startHeldRedactions(sql, storeId, kind)
  await notifyStoreChanged(sql, storeId)
  return gone.length > 0
}

export type CheckResult = { ok: boolean; says: string }

/** Keeps what the provider said when it was last tried. */
export async function recordCheck(
  sql: Sql,
  { storeId, integrationId }: Integration,
  { says }: CheckResult,
): Promise<void> {
  await sql`
    update integrations
    set checked_at = now(),
        check_result = ${safeText(says, 1000)}
    where store_id = ${storeId}
      and integration_id = ${integrationId}`
}

/** The store and 192 random bits: the address that webhooks come to. */
const newHookToken = ({ prefix }: Pick<Store, 'prefix'>) => prefix + randomBytes(24).toString('base64url')
