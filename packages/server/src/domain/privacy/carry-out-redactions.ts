/** Carries out due erasures that platforms requested: erased, audited and mailed to the owners in one transaction. */
import type { Database } from '../../database/connect.ts'
import { nestedTransaction } from '../../database/nested-transaction.ts'
import { recordSystemAct } from '../audit/system-actions.ts'
import { mailOwners } from '../messages/owner-mail.ts'
import type { Store } from '../stores/stores.ts'
import { eraseStoreSubjects } from './erase-store.ts'
import { eraseSubject } from './erase-subject.ts'
import type { Redaction } from './redactions.ts'

/** Returns how many it carried out; one at a time, so that a crash repeats at most one. */
export async function carryOutRedactions(sql: Database, store: Store): Promise<number> {
  let done = 0
  while (await carryOutNext(sql, store)) done++
  return done
}

async function carryOutNext(sql: Database, store: Store): Promise<boolean> {
  const { storeId } = store
  return await nestedTransaction(sql, async (sql) => {
    const [due] = await sql<Pick<Redaction, 'redactionId' | 'source' | 'scope' | 'person'>[]>`
      select redaction_id, source, scope, person
      from redactions
      where store_id = ${storeId}
        and status = 'pending'
        and due_at <= now()
      order by due_at
      limit 1
      for update skip locked`
    if (!due) return false
    const { redactionId, source, scope, person } = due
    // Before erasing, which also removes the person from other requests.
    await sql`
      update redactions
      set status = 'done',
          person = null,
          settled_at = now(),
          settled_by = 'due'
      where store_id = ${storeId}
        and redaction_id = ${redactionId}`
    if (scope === 'shop') await eraseStoreSubjects(sql, store)
    else await eraseSubject(sql, store, person ?? {})
    const act = { act: 'redaction-done', facts: { source, scope, redactionId } } as const
    await recordSystemAct(sql, storeId, { kind: 'system', name: 'Heartbell' }, act)
    await mailOwners(sql, storeId, {
      subject: scope === 'shop' ? 'every shopper was erased' : 'a customer was erased',
      lines: [`${source} asked for it, and nobody cancelled it.`],
    })
    return true
  })
}
