/** Shoppers: identifying the caller, checking the session, and the row created by the first write. */
import { badRegid, badSession } from '@heartbell/contract/refusals'
import { type Database, type Fragment, type Sql, transaction } from '../../database/connect.ts'
import {
  accountId,
  guestId,
  readRegid,
  readSession,
  type SessionClaim,
  type ShopperKind,
  type TokenKey,
  writeRegid,
  writeSession,
} from '../secrets/tokens.ts'
import { markEndedSessions, type Store } from '../stores/stores.ts'
import { noteEarlierChoices } from './mailing-list.ts'

export type Shopper = {
  store: Store
  shopperId: string
  kind: ShopperKind
  /** Null where the store accepts any session text (`sessions=lenient`). */
  session: SessionClaim | null
  /** The device: a guest's own id, also after login while it keeps its session. */
  deviceId: string
}

/** Both shoppers of a merge: the guest who signs in, and the account. */
export type GuestAndAccount = { store: Store; guestId: string; accountId: string }

export type Identity = { regid: string; sessionId: string }

/** Reads the tokens of a call. Whether the session has ended is checked by the statement that does the work. */
export function identifyShopper(store: Store, regid: string | undefined, sessionId: string | undefined): Shopper {
  const claim = readRegid(store.tokenKey, regid ?? '')
  if (!claim) throw badRegid()
  const session = readSession(store.tokenKey, sessionId ?? '')
  if (!session && store.settings.sessions === 'strict') throw badSession()
  const strict = store.settings.sessions === 'strict' ? session : null
  return { store, ...claim, session: strict, deviceId: session?.shopperId ?? claim.shopperId }
}

/**
 * A condition: this session may act for this shopper. It belongs to them and has not ended, or it belongs to a guest merged into
 * them since: callers keep the guest's session with the account's regid.
 */
export function isSessionValid(sql: Sql, { store, shopperId, session }: Shopper) {
  if (!session) return sql`true`
  if (session.shopperId === shopperId) return isNotEnded(sql, store, shopperId, session.epoch)
  return isOfMergedGuest(sql, store, shopperId, session.shopperId, session.epoch)
}

/**
 * The same for rows `asked`, which have the caller (`shopper_id`) and the session (`session_id` and `session_epoch`, or none),
 * and `shopper`, the caller's row, if there is one.
 */
export const areSessionsValid = (sql: Sql, store: Store) => sql`
  case
    when asked.session_id is null then true
    when asked.session_id = asked.shopper_id then coalesce(shopper.session_epoch, 0) = asked.session_epoch
    else ${isOfMergedGuest(sql, store, sql`asked.shopper_id`, sql`asked.session_id`, sql`asked.session_epoch`)}
  end`

const isNotEnded = (sql: Sql, { storeId }: Store, shopperId: string, epoch: number) => sql`coalesce(
  (select session_epoch from shoppers where store_id = ${storeId} and shopper_id = ${shopperId}), 0
) = ${epoch}`

type Given<Value> = Value | Fragment

const isOfMergedGuest = (
  sql: Sql,
  { storeId }: Store,
  shopperId: Given<string>,
  guestId: Given<string>,
  epoch: Given<number>,
) => sql`coalesce((
  select true
  from shoppers guest
  join shoppers account
    on account.store_id = guest.store_id
    and account.shopper_id = guest.merged_into
  where guest.store_id = ${storeId}
    and guest.shopper_id = ${guestId}
    and guest.merged_into = ${shopperId}
    and guest.merged_epoch = account.session_epoch
    and guest.session_epoch = ${epoch}
), false)`

/** For calls of several statements: refuses before the work starts. */
export async function requireSession(sql: Sql, who: Shopper): Promise<void> {
  const [row] = await sql<{ admitted: boolean }[]>`
    select ${isSessionValid(sql, who)} as admitted
    where ${who.store.storeId}::bigint is not null -- the store is named inside the condition`
  if (!row?.admitted) throw badSession()
}

/** Creates the shopper's row at the first write, and locks it: lists are created one at a time. */
export async function lockOrCreateShopper(sql: Sql, { store, shopperId }: Shopper): Promise<{ email: string | null }> {
  const [row] = await sql<{ email: string | null }[]>`
    insert into shoppers (store_id, shopper_id)
    values (${store.storeId}, ${shopperId})
    on conflict (store_id, shopper_id) do update
    set updated_at = now()
    returning email`
  return row!
}

export const identityOf = (key: TokenKey, kind: ShopperKind, shopperId: string, epoch: number): Identity => ({
  regid: writeRegid(key, { kind, shopperId }),
  sessionId: writeSession(key, { shopperId, epoch }),
})

/** Creates no row, and reads none until the store has ended a session by hand. */
export async function identifyGuest(sql: Sql, store: Store, uuid: string): Promise<Identity> {
  const shopperId = guestId(store.tokenKey, uuid)
  const epoch = store.hasEndedSessions ? await sessionEpoch(sql, store, shopperId) : 0
  return identityOf(store.tokenKey, 'guest', shopperId, epoch)
}

async function sessionEpoch(sql: Sql, store: Store, shopperId: string): Promise<number> {
  const [row] = await sql<{ sessionEpoch: number }[]>`
    select session_epoch
    from shoppers
    where store_id = ${store.storeId}
      and shopper_id = ${shopperId}`
  return row?.sessionEpoch ?? 0
}

/** An account gets its row at the first login: only here is the address behind the regid known. */
export async function identifyAccount(sql: Sql, store: Store, email: string): Promise<Identity> {
  const shopperId = accountId(store.tokenKey, email)
  const [row] = await sql<{ sessionEpoch: number; isNew: boolean }[]>`
    insert into shoppers (store_id, shopper_id, email, last_login_at)
    values (${store.storeId}, ${shopperId}, ${email}, now())
    on conflict (store_id, shopper_id) do update
    set email = excluded.email,
        last_login_at = excluded.last_login_at
    returning session_epoch, xmax = 0 as is_new`
  if (row!.isNew) await noteEarlierChoices(sql, store, [email])
  return identityOf(store.tokenKey, 'account', shopperId, row!.sessionEpoch)
}

/** Ends every session of a shopper, those of guests merged into it included. */
export async function endSessions(sql: Database, store: Store, shopperId: string): Promise<void> {
  await transaction(sql, async (sql) => {
    await sql`
      insert into shoppers (store_id, shopper_id, session_epoch)
      values (${store.storeId}, ${shopperId}, 1)
      on conflict (store_id, shopper_id) do update
      set session_epoch = shoppers.session_epoch + 1,
          updated_at = now()`
    // The session of a merged guest also opens this account, and would again after the next login: it ends too.
    await sql`
      update shoppers
      set session_epoch = session_epoch + 1
      where store_id = ${store.storeId}
        and merged_into = ${shopperId}`
    await markEndedSessions(sql, store.storeId)
  })
}
