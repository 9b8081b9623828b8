/** When the engine has to look again: at a trigger, to plan who gets a message, at deliveries that are due, or at saved items. Table `wakes`. */
import type { Sql } from '../../database/connect.ts'

export const alertChannel = 'heartbell_alerts'

export type ScheduledWork = { work: 'plan'; triggerId: string; at?: Date } | { work: 'send' | 'saved'; at?: Date }

/** Only inserts rows, so it blocks nobody. Engines are notified when the transaction commits. */
export async function scheduleWork(sql: Sql, storeId: number, wakes: ScheduledWork[]): Promise<void> {
  if (wakes.length === 0) return
  const rows = wakes.map((wake) => ({
    work: wake.work,
    trigger_id: wake.work === 'plan' ? wake.triggerId : null,
    due_at: wake.at?.toISOString() ?? null,
  }))
  await sql`
    with added as (
      insert into wakes (store_id, work, trigger_id, due_at)
      select ${storeId}, work, trigger_id, coalesce(due_at, now())
      from jsonb_to_recordset(${sql.json(rows)}) as wake (work text, trigger_id uuid, due_at timestamptz)
      returning 1
    )
    select pg_notify(${alertChannel}, ${String(storeId)})
    where exists (select from added)`
}
