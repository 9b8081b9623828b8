/** Calls with an idempotency key: done once, and answered the same for a day, also if two arrive at the same time. */
import { type Reason, Refusal } from '@heartbell/contract/errors'
import { idempotencyKeyReused } from '@heartbell/contract/refusals'
import type { Database, Sql } from '../../database/connect.ts'
import { nestedTransaction } from '../../database/nested-transaction.ts'
import type { Vault } from '../secrets/vault.ts'
import type { Store } from './stores.ts'

/** The caller (a shopper's id, or the store), the key, and a hash of the request. */
export type IdempotentCall = {
  caller: string
  key: string
  requestHash: Buffer
  /** For an answer that contains a secret: it is stored sealed and never exported. */
  vault?: Vault | undefined
}

export type IdempotentWork = {
  /** Called before a stored answer is returned and before a refusal is stored: the session may have ended since. */
  admit(sql: Sql): Promise<void>
  /** Returns the answer as JSON text. */
  act(sql: Database): Promise<string>
}

type StoredAnswer = { answer: string | null; refusal: StoredRefusal | null }
type StoredAnswerRow = StoredAnswer & { sealedAnswer: Buffer | null; requestHash: Buffer }
type StoredRefusal = { reason: Reason; type: string; message: string }

/**
 * Claiming the key, the work and storing the answer are one transaction. If the process dies before the commit, nothing is left
 * and the next call does the work; after the commit, the next call gets the stored answer. A second call at the same time waits
 * for the claimed row. A refusal is stored as well, unless it is temporary.
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
    // A refused act may have ended before it checked the session.
    if (kept.refusal) await work.admit(sql)
    await storeAnswer(sql, store, call, kept)
    return kept
  })
  if (refusal) throw new Refusal(refusal.reason, refusal.type, refusal.message)
  return answer!
}

/** True when the key was not used within a day; waits for a call that is using it now. */
async function claimKey(sql: Sql, { storeId }: Store, { caller, key, requestHash }: IdempotentCall): Promise<boolean> {
  const claimed = await sql`
    insert into remembered_answers as kept (store_id, caller, idempotency_key, request_hash)
    values (${storeId}, ${caller}, ${key}, ${requestHash})
    on conflict (store_id, caller, idempotency_key) do update
    set request_hash = excluded.request_hash,
        answered_at = excluded.answered_at
    where kept.answered_at < now() - interval '24 hours'
      -- a sealed answer is not exported with its store: after an import the call runs again
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

/** Nothing was done, and the same call may succeed later, so the key can be used again. */
const temporary: readonly Reason[] = ['not-identified', 'too-many', 'broken', 'away']

function lastingRefusal(error: unknown): StoredRefusal {
  if (!(error instanceof Refusal) || temporary.includes(error.reason)) throw error
  const { reason, type, message } = error
  return { reason, type, message }
}

/** Up to 500 at a time, so that no call waits for it. */
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
