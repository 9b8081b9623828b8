/** Stores, their keys and settings, as the dashboard shows and changes them. */
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { transaction } from '../database/connect.ts'
import { noteAct } from '../domain/audit.ts'
import { storePrefix } from '../domain/ids.ts'
import { addKey, listKeys, revokeKey } from '../domain/keys.ts'
import { changeSettings, parseSettings, printSettings } from '../domain/settings.ts'
import { createStore, storeIdOf } from '../domain/stores.ts'
import { bindStore, bindUser } from './bind.ts'
import type { Rooms } from './rooms.ts'

const name = z.string().trim().min(1, 'is required').max(100, 'may have at most 100 characters')

export function storeRoutes(scope: FastifyInstance, rooms: Rooms): void {
  const { sql, vault } = rooms

  bindUser(scope, rooms, { method: 'POST', path: '/stores', fields: z.object({ name }) }, async ({ user, fields }) => {
    if (!user.isOperator)
      throw new Refusal('not-allowed', 'role', 'Only whoever runs this installation may make a store.')
    const made = await createStore(sql, vault, { name: fields.name })
    const storeId = storeIdOf(made.pid)!
    await noteAct(sql, storeId, user, { act: 'store-created', facts: { name: made.name } })
    return { ...made, store: storePrefix(storeId) }
  })

  bindStore(scope, rooms, { method: 'GET', path: '/settings', needs: 'viewer' }, async ({ store }) => {
    const [row] = await sql<{ settings: Record<string, string> }[]>`
      select settings
      from stores
      where store_id = ${store.storeId}`
    return { name: store.name, pid: store.pid, settings: printSettings(row!.settings) }
  })

  const settings = z.object({ name: name.optional(), settings: z.record(z.string(), z.string()).optional() })
  bindStore(
    scope,
    rooms,
    { method: 'POST', path: '/settings', needs: 'admin', fields: settings },
    async ({ store, fields, note }) => {
      const changes = parseSettings(Object.entries(fields.settings ?? {}).map(([word, value]) => `${word}=${value}`))
      return await transaction(sql, async (sql) => {
        if (fields.name !== undefined)
          await sql`
            update stores
            set name = ${fields.name},
                updated_at = now()
            where store_id = ${store.storeId}`
        await note(sql, { act: 'settings-changed', facts: { ...changes, ...(fields.name && { name: fields.name }) } })
        return { settings: await changeSettings(sql, store.storeId, changes) }
      })
    },
  )
}

export function keyRoutes(scope: FastifyInstance, rooms: Rooms): void {
  const { sql } = rooms

  bindStore(scope, rooms, { method: 'GET', path: '/keys', needs: 'admin' }, async ({ store }) => ({
    rows: await listKeys(sql, store.storeId),
  }))

  const label = z.object({ label: z.string().trim().max(60).default('') })
  bindStore(scope, rooms, { method: 'POST', path: '/keys', needs: 'admin', fields: label }, ({ store, fields, note }) =>
    transaction(sql, async (sql) => {
      const made = await addKey(sql, store.storeId, fields.label)
      await note(sql, { act: 'key-added', facts: { keyId: made.keyId, label: fields.label } })
      return made
    }),
  )

  const key = z.object({ keyId: z.string().max(40) })
  bindStore(
    scope,
    rooms,
    { method: 'POST', path: '/keys/revoke', needs: 'admin', fields: key },
    ({ store, fields, note }) =>
      transaction(sql, async (sql) => {
        const revoked = await revokeKey(sql, store.storeId, fields.keyId)
        if (!revoked) throw new Refusal('not-found', 'unknown-key', 'keyId names no key of this store.')
        await note(sql, { act: 'key-revoked', facts: { keyId: fields.keyId } })
        return { revoked }
      }),
  )
}
