/** Privacy requests of shoppers: export, erasure, ending their sessions, and erasures that platforms request. */
import type { FastifyInstance } from 'fastify'
import { describeSubject } from '../../domain/privacy/describe-subject.ts'
import { endSubjectSessions } from '../../domain/privacy/end-subject-sessions.ts'
import { eraseSubject } from '../../domain/privacy/erase-subject.ts'
import { cancelRedaction, listRedactions } from '../../domain/privacy/redactions.ts'
import { maskSubject } from '../../domain/privacy/subjects.ts'
import { showUser } from '../../domain/staff/users.ts'
import { bindStore, bindStoreAct } from '../plumbing/bind.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'

export function privacyRoutes(scope: FastifyInstance, context: DashboardContext): void {
  bindStoreAct(scope, context, 'POST /privacy/look', { needs: 'admin' }, async ({ sql, store, fields }) => {
    const found = await describeSubject(sql, store, fields)
    return {
      answer: { found: Object.fromEntries(Object.entries(found).map(([kind, rows]) => [kind, rows.length])) },
      act: { act: 'shopper-looked-up', facts: maskSubject(store, fields) },
    }
  })

  bindStoreAct(scope, context, 'POST /privacy/export', { needs: 'admin' }, async ({ sql, store, fields }) => ({
    answer: await describeSubject(sql, store, fields),
    act: { act: 'shopper-exported', facts: maskSubject(store, fields) },
  }))

  bindStoreAct(scope, context, 'POST /privacy/erase', { needs: 'admin' }, async ({ sql, store, fields }) => {
    const erased = await eraseSubject(sql, store, fields)
    return { answer: erased, act: { act: 'shopper-erased', facts: { ...maskSubject(store, fields), ...erased } } }
  })

  bindStoreAct(scope, context, 'POST /privacy/end-sessions', { needs: 'admin' }, async ({ sql, store, fields }) => {
    const ended = await endSubjectSessions(sql, store, fields)
    return {
      answer: { ended },
      act: { act: 'shopper-sessions-ended', facts: { ...maskSubject(store, fields), ended } },
    }
  })

  bindStore(scope, context, 'GET /privacy/redactions', { needs: 'admin' }, async ({ store }) => ({
    rows: await listRedactions(context.sql, store.storeId),
  }))

  bindStoreAct(
    scope,
    context,
    'POST /privacy/redactions/cancel',
    { needs: 'admin' },
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
