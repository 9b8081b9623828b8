/** The audit log, filtered by who, what and when, and as a file. */
import { type ActName, acts, describeAct } from '@heartbell/contract/acts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type AuditEntry, readAudit } from '../../../domain/audit/read-audit.ts'
import type { DashboardContext } from '../../plumbing/dashboard-context.ts'
import { bindTable } from '../../plumbing/tables.ts'

/** `sentence` is the act in English with its facts in braces, so that a page can translate it. */
type ShownEntry = AuditEntry & { sentence: string }

const show = (entry: AuditEntry): ShownEntry => ({
  ...entry,
  sentence: Object.hasOwn(acts, entry.act) ? acts[entry.act as ActName] : entry.act,
})

export function auditRoutes(scope: FastifyInstance, context: DashboardContext): void {
  bindTable(
    scope,
    context,
    'GET /audit',
    {
      needs: 'admin',
      columns: [
        ['when', ({ happenedAt }) => happenedAt],
        ['who', ({ userName }) => userName],
        ['as', ({ actorKind }) => actorKind],
        ['from', ({ actorAddress }) => actorAddress],
        ['agent', ({ actorAgent }) => actorAgent],
        ['act', ({ act }) => act],
        ['what', ({ act, facts }) => describeAct(act, facts)],
        ['facts', ({ facts }) => facts],
        ['before', ({ factsBefore }) => factsBefore],
        ['after', ({ factsAfter }) => factsAfter],
      ],
    },
    async ({ store, fields }, { after, limit }) => {
      const before = after !== undefined && z.uuid().safeParse(after).success ? after : undefined
      const rows = await readAudit(context.sql, store.storeId, { ...fields, before, limit })
      return { rows: rows.map(show), next: rows.length === limit ? rows.at(-1)!.entryId : null }
    },
  )
}
