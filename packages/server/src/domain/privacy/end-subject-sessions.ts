/** Ends a person's sessions by hand, on every device: nothing else ends them. */
import type { Database } from '../../database/connect.ts'
import { endSessions } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'
import { findSubject, type SubjectQuery } from './subjects.ts'

/** Returns how many accounts and guests had to sign in again. An account that has not signed in yet counts too. */
export async function endSubjectSessions(sql: Database, store: Store, who: SubjectQuery): Promise<number> {
  const { shopperIds } = await findSubject(sql, store, who)
  for (const shopperId of shopperIds) await endSessions(sql, store, shopperId)
  return shopperIds.length
}
