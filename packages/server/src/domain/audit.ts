/** What was done in the dashboard and by whom: written in the transaction of the act, read newest first. */
import type { Sql } from '../database/connect.ts'
import { newId } from './ids.ts'
import { showUser, type User } from './users.ts'

export type Act = { act: string; facts?: Record<string, unknown> }

export async function noteAct(sql: Sql, storeId: number, who: User, { act, facts = {} }: Act): Promise<void> {
  await sql`
    insert into audit_log (store_id, entry_id, user_id, user_name, act, facts)
    values (${storeId}, ${newId()}, ${who.userId}, ${showUser(who)}, ${act}, ${sql.json(facts as never)})`
}

export type AuditEntry = {
  entryId: string
  userName: string
  act: string
  facts: Record<string, unknown>
  happenedAt: Date
}

/** A page, newest first; `before` is the last entry of the page before. */
export async function readAudit(
  sql: Sql,
  storeId: number,
  { before, limit = 50 }: { before?: string | undefined; limit?: number | undefined },
): Promise<AuditEntry[]> {
  return await sql<AuditEntry[]>`
    select entry_id, user_name, act, facts, happened_at
    from audit_log
    where store_id = ${storeId}
      and (
        ${before ?? null}::uuid is null
        or (happened_at, entry_id) < (
          select happened_at, entry_id
          from audit_log
          where store_id = ${storeId}
            and entry_id = ${before ?? null}::uuid
        )
      )
    order by happened_at desc, entry_id desc
    limit ${limit}`
}
