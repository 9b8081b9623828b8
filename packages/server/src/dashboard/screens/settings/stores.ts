/** Stores, their API keys and settings. */
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance } from 'fastify'
import { recordAct } from '../../../domain/audit/audit.ts'
import { storePrefix } from '../../../domain/secrets/ids.ts'
import { parseSettings } from '../../../domain/settings/settings.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '../../../domain/stores/api-keys.ts'
import { changeStore, readStoreSettings } from '../../../domain/stores/change-store.ts'
import { createStore, storeIdOf } from '../../../domain/stores/stores.ts'
import { bindStore, bindStoreAct, bindUserAct } from '../../plumbing/bind.ts'
import type { DashboardContext } from '../../plumbing/dashboard-context.ts'

export function storeRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql, vault } = context

  bindUserAct(scope, context, 'POST /stores', {}, async ({ sql, user, actor, fields }) => {
    if (!user.isOperator)
      throw new Refusal('not-allowed', 'role', 'Only an operator of this installation may create a store.')
    const made = await createStore(sql, vault, { name: fields.name })
    const storeId = storeIdOf(made.pid)!
    const act = { act: 'store-created', facts: { name: made.name, pid: made.pid } } as const
    await recordAct(sql, storeId, actor, act)
    return { answer: { ...made, store: storePrefix(storeId) }, act }
  })

  bindStore(scope, context, 'GET /settings', { needs: 'viewer' }, async ({ store }) => {
    return { name: store.name, pid: store.pid, settings: await readStoreSettings(sql, store.storeId) }
  })

  bindStoreAct(scope, context, 'POST /settings', { needs: 'admin' }, async ({ sql, store, fields }) => {
    const changes = parseSettings(Object.entries(fields.settings ?? {}).map(([word, value]) => `${word}=${value}`))
    const { settings, before, after } = (await changeStore(sql, store.storeId, { name: fields.name, changes }))!
    return { answer: { settings }, act: { act: 'settings-changed', facts: after, before, after } }
  })
}

export function keyRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql } = context

  bindStore(scope, context, 'GET /keys', { needs: 'admin' }, async ({ store }) => ({
    rows: await listApiKeys(sql, store.storeId),
  }))

  bindStoreAct(scope, context, 'POST /keys', { needs: 'admin' }, async ({ sql, store, fields }) => {
    const { label, access } = fields
    const made = await createApiKey(sql, store.storeId, label, access)
    return { answer: made, act: { act: 'key-added', facts: { keyId: made.keyId, label, access } } }
  })

  bindStoreAct(scope, context, 'POST /keys/revoke', { needs: 'admin' }, async ({ sql, store, fields }) => {
    const revoked = await revokeApiKey(sql, store.storeId, fields.keyId)
    if (!revoked) throw new Refusal('not-found', 'unknown-key', 'keyId names no key of this store.')
    return { answer: { revoked }, act: { act: 'key-revoked', facts: { keyId: fields.keyId } } }
  })
}
