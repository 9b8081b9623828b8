/** The identity secret with which a shop's server signs its customers: renewed here, and shown once. */
import type { FastifyInstance } from 'fastify'
import { dropOldIdentitySecret, rotateIdentitySecret } from '../../../domain/stores/identity-secrets.ts'
import { bindStore, bindStoreAct } from '../../plumbing/bind.ts'
import type { DashboardContext } from '../../plumbing/dashboard-context.ts'

export function secretRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { vault } = context

  bindStore(scope, context, 'GET /identity-secret', { needs: 'admin' }, async ({ store }) => ({
    hasOld: store.identityKeys.length > 1,
  }))

  bindStoreAct(scope, context, 'POST /identity-secret/rotate', { needs: 'admin' }, async ({ sql, store }) => ({
    answer: { identitySecret: await rotateIdentitySecret(sql, vault, store.storeId) },
    act: { act: 'secret-rotated' },
  }))

  bindStoreAct(scope, context, 'POST /identity-secret/drop-old', { needs: 'admin' }, async ({ sql, store }) => {
    const dropped = await dropOldIdentitySecret(sql, store.storeId)
    return { answer: { dropped }, act: dropped ? { act: 'old-secret-dropped' } : null }
  })
}
