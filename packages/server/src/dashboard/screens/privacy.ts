/** A shopper's rights: everything about them to take along, and their leaving without a trace. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { describeSubject } from '../../domain/privacy/describe-subject.ts'
import { eraseSubject } from '../../domain/privacy/erase-subject.ts'
import { cancelRedaction, listRedactions } from '../../domain/privacy/redactions.ts'
import { maskSubject } from '../../domain/privacy/subjects.ts'
import { showUser } from '../../domain/staff/users.ts'
import { bindStore, bindStoreAct } from '../plumbing/bind.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'

/** Addresses go in bodies: an address of the browser's is kept in histories and logs. */
const subject = z.object({ email: z.string().trim().max(320).optional(), phone: z.string().trim().max(40).optional() })

const redaction = z.object({ redactionId: z.uuid() })

export function privacyRoutes(scope: FastifyInstance, context: DashboardContext): void {
  bindStoreAct(
    scope,
    context,
    { path: '/privacy/look', needs: 'admin', fields: subject },
    async ({ sql, store, fields }) => {
      const found = await describeSubject(sql, store, fields)
      return {
        answer: { found: Object.fromEntries(Object.entries(found).map(([kind, rows]) => [kind, rows.length])) },
        act: { act: 'shopper-looked-up', facts: maskSubject(store, fields) },
      }
    },
  )

  bindStoreAct(
    scope,
    context,
    { path: '/privacy/export', needs: 'admin', fields: subject },
    async ({ sql, store, fields }) => ({
      answer: await describeSubject(sql, store, fields),
      act: { act: 'shopper-exported', facts: maskSubject(store, fields) },
    }),
  )

  bindStoreAct(
    scope,
    context,
    { path: '/privacy/erase', needs: 'admin', fields: subject },
    async ({ sql, store, fields }) => {
      const erased = await eraseSubject(sql, store, fields)
      return { answer: erased, act: { act: 'shopper-erased', facts: { ...maskSubject(store, fields), ...erased } } }
    },
  )

  bindStore(scope, context, { method: 'GET', path: '/privacy/redactions', needs: 'admin' }, async ({ store }) => ({
    rows: await listRedactions(context.sql, store.storeId),
  }))

  bindStoreAct(
    scope,
    context,
    { path: '/privacy/redactions/cancel', needs: 'admin', fields: redaction },
    async ({ sql, store, user, fields: { redactionId } }) => {
      const { redaction, isNew } = await cancelRedaction(sql, store.storeId, redactionId, showUser(user))
      const { source, scope } = redaction
      return {
        answer: redaction,
        act: isNew ? { act: 'redaction-cancelled', facts: { source, scope, redactionId } } : null,
      }
    },
  )
}
