/** Audited actions that no dashboard user did: a platform's message, a due job or a command. */
import type { Sql } from '../../database/connect.ts'
import { type ActorKind, type AuditAct, recordAct } from './audit.ts'

export async function recordSystemAct(
  sql: Sql,
  storeId: number,
  { kind, name }: { kind: Exclude<ActorKind, 'user' | 'key'>; name: string },
  act: AuditAct,
): Promise<void> {
  await recordAct(sql, storeId, { kind, id: kind === 'hook' ? name : null, name }, act)
}
