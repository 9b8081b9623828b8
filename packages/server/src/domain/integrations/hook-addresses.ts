/** From the address that a webhook came to, to the integration it is for; the address carries its store. */
import type { Sql } from '../../database/connect.ts'
import { storePrefix } from '../secrets/ids.ts'
import type { Vault } from '../secrets/vault.ts'
import { storeIdOf } from '../stores/stores.ts'
import { type Integration, openIntegrationRow } from './integrations.ts'

export type Hook = Integration & { pid: string }

export const hookPath = ({ kind, hookToken }: Pick<Integration, 'kind' | 'hookToken'>) => `/hooks/${kind}/${hookToken}`

/** `who` is the integration's own token, or the store's pid. One that is switched off is found too: some of what it says counts to the end. */
export async function findHook(sql: Sql, vault: Vault, kind: string, who: string): Promise<Hook | null> {
  const storeId = storeIdOf(who) ?? storeOfToken(who)
  if (storeId === null) return null
  const [row] = await sql<(Parameters<typeof openIntegrationRow>[1] & { pid: string })[]>`
    select integration.store_id, integration_id, kind, integration.settings, secrets, enabled, hook_token, checked_at,
      check_result, integration.created_at, integration.updated_at, pid
    from integrations integration
    join stores on stores.store_id = ${storeId}
    where integration.store_id = ${storeId}
      and kind = ${kind}
      and ${who} in (hook_token, pid)`
  return row ? { ...openIntegrationRow(vault, row), pid: row.pid } : null
}

function storeOfToken(token: string): number | null {
  if (!/^[A-Za-z0-9_-]{40}$/.test(token)) return null
  const storeId = Buffer.from(token.slice(0, 8), 'base64url').readUIntBE(0, 6)
  return storePrefix(storeId) === token.slice(0, 8) ? storeId : null
}
