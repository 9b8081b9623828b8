/** The secret a shop's server signs its customers with: renewed here, and shown once. */
import type { FastifyInstance } from 'fastify'
import { transaction } from '../database/connect.ts'
import { dropOldIdentitySecret, rotateIdentitySecret } from '../domain/identity-secrets.ts'
import { bindStore } from './bind.ts'
import type { Rooms } from './rooms.ts'

export function secretRoutes(scope: FastifyInstance, rooms: Rooms): void {
  const { sql, vault } = rooms

  bindStore(scope, rooms, { method: 'GET', path: '/identity-secret', needs: 'admin' }, async ({ store }) => ({
    hasOld: store.identityKeys.length > 1,
  }))

  bindStore(scope, rooms, { method: 'POST', path: '/identity-secret/rotate', needs: 'admin' }, ({ store, note }) =>
    transaction(sql, async (sql) => {
      const identitySecret = await rotateIdentitySecret(sql, vault, store.storeId)
      await note(sql, { act: 'secret-rotated' })
      return { identitySecret }
    }),
  )

  bindStore(scope, rooms, { method: 'POST', path: '/identity-secret/drop-old', needs: 'admin' }, ({ store, note }) =>
    transaction(sql, async (sql) => {
      const dropped = await dropOldIdentitySecret(sql, store.storeId)
      if (dropped) await note(sql, { act: 'old-secret-dropped' })
      return { dropped }
    }),
  )
}
