/** Calls that carry a key of their own: done once and answered the same for a day, whoever comes twice or at the same moment. */
import { type Reason, Refusal } from '@heartbell/contract/errors'
import { idempotencyKeyReused } from '@heartbell/contract/refusals'
import type { Database, Sql } from '../../database/connect.ts'
import { nestedTransaction } from '../../database/nested-transaction.ts'
import type { Vault } from '../secrets/vault.ts'
import type { Store } from './stores.ts'

/** Who calls (a shopper's id, or the store itself), under which key, and a hash of what is asked for. */
export type IdempotentCall = {
  caller: string
  key: string
  requestHash: Buffer
  /** For a call whose answer holds a secret: the answer is kept sealed, and leaves in no export. */
  vault?: Vault | undefined
}

export type IdempotentWork = {
  /** Asked before an old answer is given, and before a refusal is kept under the caller's name: the session may have ended since. */
  admit(sql: Sql): Promise<void>
  /** Gives the answer as JSON text. */
  act(sql: Database): Promise<string>
}

type StoredAnswer = { answer: string | null; refusal: StoredRefusal | null }
type StoredAnswerRow = StoredAnswer & { sealedAnswer: Buffer | null; requestHash: Buffer }
type StoredRefusal = { reason: Reason; type: string; message: string }

/**
 * The claim of the key, what the call does and its answer are one transaction. A process that dies on the way leaves
 * nothing, so the next call does it; one whose answer got lost on the way out has left the answer. Whoever comes at the
 * same moment waits at the claimed row. A refusal is an answer too, but for those that pass by themselves.
 */
export async function answerOnce(
  sql: Database,
  store: Store,
  call: IdempotentCall,
  work: IdempotentWork,
): Promise<string> {
  const { answer, refusal } = await nestedTransaction(sql, async (sql) => {
    if (!(await claimKey(sql, store, call))) return await readAnswer(sql, store, call, work)
    const kept = await nestedTransaction(sql, work.act).then(
      (answer): StoredAnswer => ({ answer, refusal: null }),
      (error): StoredAnswer => ({ answer: null, refusal: lastingRefusal(error) }),
    )
    // An act that was refused may have ended before anybody asked whose session it is.
    if (kept.refusal) await work.admit(sql)
    await storeAnswer(sql, store, call, kept)
    return kept
  })
  if (refusal) throw new Refusal(refusal.reason, refusal.type, refusal.message)
  return answer!
}

/** True when nobody used the key within a day; waits for whoever is at it now. */
async function claimKey(sql: Sql, { storeId }: Store, { caller, key, requestHash }: IdempotentCall): Promise<boolean> {
  const claimed = await sql`
    insert into remembered_answers as kept (store_id, caller, idempotency_key, request_hash)
    values (${storeId}, ${caller}, ${key}, ${requestHash})
    on conflict (store_id, caller, idempotency_key) do update
    set request_hash = excluded.request_hash,
        answered_at = excluded.answered_at
    where kept.answered_at < now() - interval '24 hours'
      -- a sealed answer does not move with its store: there the call is done again
      or (kept.answer is null and kept.refusal is null and kept.sealed_answer is null)
    returning kept.caller`
  return claimed.length > 0
}

async function readAnswer(
  sql: Sql,
  { storeId }: Store,
  call: IdempotentCall,
  { admit }: IdempotentWork,
): Promise<StoredAnswer> {
  const [kept] = await sql<StoredAnswerRow[]>`
    select request_hash, answer, sealed_answer, refusal
    from remembered_answers
    where store_id = ${storeId}
      and caller = ${call.caller}
      and idempotency_key = ${call.key}`
  await admit(sql)
  if (!kept?.requestHash.equals(call.requestHash)) throw idempotencyKeyReused()
  const { answer, sealedAnswer, refusal } = kept
  return { answer: sealedAnswer && call.vault ? call.vault.open(storeId, sealedAnswer).toString() : answer, refusal }
}

async function storeAnswer(
  sql: Sql,
  { storeId }: Store,
  call: IdempotentCall,
  { answer, refusal }: StoredAnswer,
): Promise<void> {
  const { caller, key, vault } = call
  const sealed = vault && answer !== null ? vault.seal(storeId, Buffer.from(answer)) : null
  await sql`
    update remembered_answers
    set answer = ${sealed ? null : answer},
        sealed_answer = ${sealed},
        refusal = ${refusal && sql.json(refusal)}
    where store_id = ${storeId}
      and caller = ${caller}
      and idempotency_key = ${key}`
}

/** Who signs in again, waits a moment or finds us mended may use the key again: nothing was done. */
const temporary: readonly Reason[] = ['not-identified', 'too-many', 'broken', 'away']

function lastingRefusal(error: unknown): StoredRefusal {
  if (!(error instanceof Refusal) || temporary.includes(error.reason)) throw error
  const { reason, type, message } = error
  return { reason, type, message }
}

/** A few at a time, so that nobody waits for it. */
export async function deleteOldAnswers(sql: Sql, { storeId }: Store): Promise<number> {
  const gone = await sql`
    delete from remembered_answers
    where store_id = ${storeId}
      and (caller, idempotency_key) in (
        select caller, idempotency_key
        from remembered_answers
        where store_id = ${storeId}
          and answered_at < now() - interval '24 hours'
        order by answered_at
        limit 500
        for update skip locked
      )
    returning 1`
  return gone.length
}
