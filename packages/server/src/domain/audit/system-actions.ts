/** Acts in the audit trail that no person of the dashboard did: of a platform's message, a job that was due, or a command. */
import type { Sql } from '../../database/connect.ts'
import { type Act, type ActorKind, noteAct } from './audit.ts'

export async function noteSystemAct(
  sql: Sql,
  storeId: number,
  { kind, name }: { kind: Exclude<ActorKind, 'user' | 'key'>; name: string },
  act: Act,
): Promise<void> {
  await noteAct(sql, storeId, { kind, id: kind === 'hook' ? name : null, name }, act)
}
