/** Reads the audit trail of a store or of the installation, newest first, filtered by who, what and when. */
import type { Sql } from '../../database/connect.ts'
import type { ActorKind } from './audit.ts'

export type AuditEntry = {
  entryId: string
  actorKind: ActorKind
  actorId: string | null
  userName: string
  actorAddress: string | null
  actorAgent: string | null
  act: string
  facts: Record<string, unknown>
  factsBefore: Record<string, unknown> | null
  factsAfter: Record<string, unknown> | null
  happenedAt: Date
}

export type AuditFilter = {
  /** The last entry of the previous page. */
  before?: string | undefined
  limit?: number | undefined
  /** Part of a name, or a complete id. */
  who?: string | undefined
  act?: string | undefined
  kind?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
}

const columns = `entry_id, actor_kind, actor_id, user_name, actor_address, actor_agent, act, facts, facts_before,
  facts_after, happened_at`

const filter = (sql: Sql, { who, act, kind, since, until }: AuditFilter) => sql`
  (
    ${who ?? null}::text is null
    or position(lower(${who ?? null}::text) in lower(user_name)) > 0
    or actor_id = ${who ?? null}::text
  )
  and (${act ?? null}::text is null or act = ${act ?? null}::text)
  and (${kind ?? null}::text is null or actor_kind = ${kind ?? null}::text)
  and (${since ?? null}::timestamptz is null or happened_at >= ${since ?? null}::timestamptz)
  and (${until ?? null}::timestamptz is null or happened_at < ${until ?? null}::timestamptz)`

export async function readAudit(sql: Sql, storeId: number, question: AuditFilter): Promise<AuditEntry[]> {
  const { before = null, limit = 50 } = question
  return await sql<AuditEntry[]>`
    select ${sql.unsafe(columns)}
    from audit_log
    where store_id = ${storeId}
      and ${filter(sql, question)}
      and (
        ${before}::uuid is null
        or (happened_at, entry_id) < (
          select happened_at, entry_id
          from audit_log
          where store_id = ${storeId}
            and entry_id = ${before}::uuid
        )
      )
    order by happened_at desc, entry_id desc
    limit ${limit}`
}

export type InstallationEntry = AuditEntry & { pid: string | null }

/** Actions that belong to no store or outlive it. */
export async function readInstallationAudit(sql: Sql, question: AuditFilter): Promise<InstallationEntry[]> {
  const { before = null, limit = 50 } = question
  return await sql<InstallationEntry[]>`
    select pid, ${sql.unsafe(columns)}
    from installation_log
    where ${filter(sql, question)}
      and (
        ${before}::uuid is null
        or (happened_at, entry_id) < (
          select happened_at, entry_id
          from installation_log
          where entry_id = ${before}::uuid
        )
      )
    order by happened_at desc, entry_id desc
    limit ${limit}`
}
