/**
 * Erasures that a platform requests, from the request to the time they are due. A person's own request, made by the merchant, is
 * immediate (erase-subject.ts). A platform's message could be forged, so it is announced first and can be cancelled.
 */
import { createHmac } from 'node:crypto'
import { Refusal } from '@heartbell/contract/errors'
import type { Sql } from '../../database/connect.ts'
import { recordSystemAct } from '../audit/system-actions.ts'
import { mailOwners } from '../messages/owner-mail.ts'
import { newId } from '../secrets/ids.ts'
import type { Store } from '../stores/stores.ts'
import { readSubjectAddresses, type SubjectQuery } from './subjects.ts'

export type RedactionScope = 'shop' | 'customer'

/** Long enough for an owner to read an e-mail; platforms allow 30 days. */
const delays = { shop: '48 hours', customer: '24 hours' } as const

export type RedactionRequest = { source: string; scope: RedactionScope; requestId: string; who?: SubjectQuery }

export type Redaction = {
  redactionId: string
  source: string
  scope: RedactionScope
  requestId: string
  person: SubjectQuery | null
  status: 'held' | 'pending' | 'done' | 'cancelled'
  requestedAt: Date
  dueAt: Date | null
  settledAt: Date | null
  settledBy: string | null
}

const columns = `
  redaction_id, source, scope, request_id, person, status, requested_at, due_at, settled_at, settled_by`

/** Call it in the transaction of the message. A request that is already pending is not added again. */
export async function requestRedaction(sql: Sql, store: Store, request: RedactionRequest): Promise<void> {
  const { source, scope, requestId, who } = request
  const { storeId } = store
  const isHeld = scope === 'shop' && (await isConnected(sql, storeId, source))
  const subject = scope === 'shop' ? '' : hashPerson(store, who ?? {})
  const added = await sql<{ redactionId: string; dueAt: Date | null }[]>`
    insert into redactions (store_id, redaction_id, source, scope, request_id, subject, person, status, due_at)
    values (
      ${storeId}, ${newId()}, ${source}, ${scope}, ${requestId.slice(0, 200)}, ${subject},
      ${scope === 'shop' ? null : sql.json((who ?? {}) as never)}, ${isHeld ? 'held' : 'pending'},
      case when ${!isHeld} then now() + ${delays[scope]}::interval end
    )
    on conflict (store_id, source, scope, subject) where status in ('held', 'pending') do nothing
    returning redaction_id, due_at`
  const [made] = added
  if (!made) return
  await recordSystemAct(
    sql,
    storeId,
    { kind: 'hook', name: source },
    {
      act: isHeld ? 'redaction-held' : 'redaction-requested',
      facts: { source, scope, redactionId: made.redactionId },
    },
  )
  await announce(sql, storeId, request, made.dueAt)
}

/** The same person always gives the same text; the addresses cannot be derived from it. */
function hashPerson(store: Store, who: SubjectQuery): string {
  return createHmac('sha256', store.tokenKey)
    .update(JSON.stringify(['redaction', ...readSubjectAddresses(store, who)]))
    .digest('base64url')
}

async function isConnected(sql: Sql, storeId: number, source: string): Promise<boolean> {
  const found = await sql`
    select
    from integrations
    where store_id = ${storeId}
      and kind = ${source}
      and enabled
    for share`
  return found.length > 0
}

const showTime = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`

async function announce(
  sql: Sql,
  storeId: number,
  { source, scope, requestId }: Pick<RedactionRequest, 'source' | 'scope' | 'requestId'>,
  dueAt: Date | null,
): Promise<void> {
  const whom =
    scope === 'shop' ? 'every shopper of this store' : `one customer (${source}’s id ${requestId || 'unknown'})`
  const cancel =
    'To cancel it, open Settings, Privacy in the dashboard, or run: heartbell store redactions PID --cancel ID.'
  if (dueAt === null)
    return await mailOwners(sql, storeId, {
      subject: `${source} asks to erase ${whom}`,
      lines: [
        `${source} asks to erase ${whom}, as it does two days after its app was removed. But the store is still connected to ${source}, so nothing is erased.`,
        `If the app was removed, switch the connection off: 48 hours later the request is carried out. If not, somebody may have sent an old message again.`,
        cancel,
      ],
    })
  await mailOwners(sql, storeId, {
    subject: `${scope === 'shop' ? 'every shopper' : 'a customer'} will be erased on ${showTime(dueAt)}`,
    lines: [
      `${source} asks to erase ${whom}: lists, alerts, consents and messages. This is carried out on ${showTime(dueAt)} and can’t be undone then.`,
      scope === 'shop' ? `Connecting ${source} again cancels it. ${cancel}` : cancel,
    ],
  })
}

/** The platform or the merchant ended the connection: held requests become due after the usual delay. */
export async function startHeldRedactions(sql: Sql, storeId: number, source: string): Promise<void> {
  const started = await sql<{ requestId: string; dueAt: Date }[]>`
    update redactions
    set status = 'pending',
        due_at = now() + ${delays.shop}::interval
    where store_id = ${storeId}
      and source = ${source}
      and status = 'held'
    returning request_id, due_at`
  for (const { requestId, dueAt } of started) {
    await recordSystemAct(
      sql,
      storeId,
      { kind: 'hook', name: source },
      { act: 'redaction-requested', facts: { source, scope: 'shop' } },
    )
    await announce(sql, storeId, { source, scope: 'shop', requestId }, dueAt)
  }
}

/** The shop is connected again, so it is not gone. A request about one customer stays. */
export async function cancelShopRedaction(sql: Sql, storeId: number, source: string): Promise<void> {
  const cancelled = await sql<{ redactionId: string }[]>`
    update redactions
    set status = 'cancelled',
        settled_at = now(),
        settled_by = 'connected again'
    where store_id = ${storeId}
      and source = ${source}
      and scope = 'shop'
      and status in ('held', 'pending')
    returning redaction_id`
  for (const { redactionId } of cancelled)
    await recordSystemAct(
      sql,
      storeId,
      { kind: 'hook', name: source },
      {
        act: 'redaction-cancelled',
        facts: { source, scope: 'shop', redactionId, reason: 'connected again' },
      },
    )
}

/**
 * Cancelling twice changes nothing. An erasure that was carried out cannot be cancelled. The person stays readable for 30 days, the time
 * in which the merchant has to erase them if the request was genuine.
 */
export async function cancelRedaction(
  sql: Sql,
  storeId: number,
  redactionId: string,
  by: string,
): Promise<{ redaction: Redaction; isNew: boolean }> {
  const [cancelled] = await sql<Redaction[]>`
    update redactions
    set status = 'cancelled',
        settled_at = now(),
        settled_by = ${by}
    where store_id = ${storeId}
      and redaction_id = ${redactionId}::uuid
      and status in ('held', 'pending')
    returning ${sql.unsafe(columns)}`
  if (cancelled) return { redaction: cancelled, isNew: true }
  const [found] = await sql<Redaction[]>`
    select ${sql.unsafe(columns)}
    from redactions
    where store_id = ${storeId}
      and redaction_id = ${redactionId}::uuid`
  if (!found) throw new Refusal('not-found', 'unknown-redaction', 'There is no erasure with this id.')
  if (found.status === 'done')
    throw new Refusal('conflict', 'redaction-done', 'This erasure was carried out and can’t be cancelled any more.')
  return { redaction: found, isNew: false }
}

/** Removes the person from requests that were cancelled more than 30 days ago. */
export async function forgetCancelledRedactions(sql: Sql, storeId: number): Promise<void> {
  await sql`
    update redactions
    set person = null
    where store_id = ${storeId}
      and status = 'cancelled'
      and person is not null
      and settled_at < now() - interval '30 days'`
}

/** Pending ones first, then the newest of the others. */
export async function listRedactions(sql: Sql, storeId: number): Promise<Redaction[]> {
  return await sql<Redaction[]>`
    select ${sql.unsafe(columns)}
    from redactions
    where store_id = ${storeId}
    order by status in ('held', 'pending') desc, requested_at desc, redaction_id
    limit 200`
}
