/** Notes of a round: what planning decided for everybody in the line, as one row. Timelines of those not notified are read from them. */
import type { Fragment, Sql } from '../../database/connect.ts'

/**
 * `reason`: `all-served`, nobody able to be notified is left; `units-gone`, the units are offered to those before; otherwise why
 * nobody is notified now (`sold-out`, `topic-disabled` …). `facts`: the figures of that moment.
 */
export type RoundNote = { reason: string; facts: Record<string, unknown> }

type NotedRound = { storeId: number; triggerId: string; variantId: string; topic: { topic: string } }

/**
 * For an `insert into round_notes`, reading the row `trigger`. Written where somebody waits, and only if it says anything new:
 * another reason, more people notified, or somebody who came since the last note.
 */
export const roundNoteRow = (sql: Sql, round: NotedRound, note: RoundNote, now: Date): Fragment => sql`
  select ${round.storeId}::bigint, ${round.triggerId}::uuid, greatest(${now}::timestamptz, clock_timestamp()),
    ${note.reason}::text,
    trigger.facts || jsonb_build_object('cause', trigger.cause, 'planned', trigger.planned, 'reached', trigger.planned_since)
      || ${sql.json(note.facts as never)}::jsonb
  from trigger
  where exists (${waitingIn(sql, round)})
    and not exists (
      select
      from (
        select reason, facts, noted_at
        from round_notes
        where store_id = ${round.storeId}
          and trigger_id = ${round.triggerId}
        order by noted_at desc
        limit 1
      ) last
      where last.reason = ${note.reason}
        and (last.facts ->> 'planned')::integer = trigger.planned
        and not exists (${waitingIn(sql, round)} and waiting_since > last.noted_at)
        and not exists (${waitingIn(sql, round)} and passed_over and updated_at > last.noted_at)
    )`

const waitingIn = (sql: Sql, { storeId, variantId, topic }: NotedRound) => sql`
  select from subscriptions
  where store_id = ${storeId}
    and variant_id = ${variantId}
    and topic = ${topic.topic}
    and status = 'waiting'`

/** Why a round notifies nobody now. */
export async function noteStoppedRound(sql: Sql, round: NotedRound, reason: string, now: Date): Promise<void> {
  await sql`
    with trigger as (
      select facts, cause, planned, planned_since
      from triggers
      where store_id = ${round.storeId}
        and trigger_id = ${round.triggerId}
    )
    insert into round_notes (store_id, trigger_id, noted_at, reason, facts)
    ${roundNoteRow(sql, round, { reason, facts: {} }, now)}
    on conflict do nothing`
}
