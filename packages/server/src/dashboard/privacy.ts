/** A shopper's rights: everything about them to take along, and their leaving without a trace. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { describeSubject } from '../domain/describe-subject.ts'
import { eraseSubject } from '../domain/erase-subject.ts'
import { bindStore } from './bind.ts'
import type { Rooms } from './rooms.ts'

/** Addresses go in bodies: an address of the browser's is kept in histories and logs. */
const subject = z.object({ email: z.string().trim().max(320).optional(), phone: z.string().trim().max(40).optional() })

export function privacyRoutes(scope: FastifyInstance, rooms: Rooms): void {
  const { sql } = rooms

  bindStore(
    scope,
    rooms,
    { method: 'POST', path: '/privacy/look', needs: 'admin', fields: subject },
    async ({ store, fields }) => {
      const found = await describeSubject(sql, store, fields)
      return { found: Object.fromEntries(Object.entries(found).map(([kind, rows]) => [kind, rows.length])) }
    },
  )

  bindStore(
    scope,
    rooms,
    { method: 'POST', path: '/privacy/export', needs: 'admin', fields: subject },
    async ({ store, fields, note }) => {
      const found = await describeSubject(sql, store, fields)
      await note(sql, { act: 'shopper-exported', facts: fields })
      return found
    },
  )

  bindStore(
    scope,
    rooms,
    { method: 'POST', path: '/privacy/erase', needs: 'admin', fields: subject },
    async ({ store, fields, note }) => {
      const erased = await eraseSubject(sql, store, fields)
      // Not of whom: the log would be the trace.
      await note(sql, { act: 'shopper-erased', facts: erased })
      return erased
    },
  )
}
