/**
 * Limits guesses of passwords and codes: counted before they are checked, shared by all processes, the same for known and unknown
 * addresses. An attacker uses up the budgets of their own network, plus one per address that applies only to places where its
 * owner never signed in.
 */
import { createHash } from 'node:crypto'
import { Refusal } from '@heartbell/contract/errors'
import type { Sql } from '../../database/connect.ts'
import { hashLinkToken, hashRows } from '../secrets/link-tokens.ts'

/** `most` at once, and one more every `every` seconds. */
export type Budget = { most: number; every: number }

const minute = 60

export const budgets = {
  /** One address from one network. */
  pair: { most: 5, every: minute },
  /** One address from one browser that has signed in to it before. */
  device: { most: 10, every: minute },
  /** One address from all places that are new to it. */
  address: { most: 30, every: 2 * minute },
  /** One network, for all addresses. */
  network: { most: 60, every: 2 },
} satisfies Record<string, Budget>

/** E-mails that anyone can trigger. */
export const mailBudgets = {
  address: { most: 3, every: 20 * minute },
  network: { most: 10, every: 6 * minute },
  /** Invitations of one store. */
  store: { most: 50, every: 10 * minute },
} satisfies Record<string, Budget>

export const passwordBudget: Budget = { most: 10, every: minute }

/** New passwords that one network may set, for all accounts. */
const newPasswords: Budget = { most: 30, every: 10 }

const keyHash = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest()

/** True when the budget allows it. The row is locked while it is counted, so that parallel guesses count one after another. */
export async function spendBudget(sql: Sql, key: readonly string[], { most, every }: Budget): Promise<boolean> {
  const left = sql`greatest(0, guess_budgets.used - extract(epoch from now() - guess_budgets.counted_at) / ${every}::double precision)`
  const [row] = await sql`
    insert into guess_budgets (key_hash, used)
    values (${keyHash(key)}, 1)
    on conflict (key_hash) do update
    set used = ${left} + 1,
        counted_at = now()
    where ${left} + 1 <= ${most}
    returning 1`
  return row !== undefined
}

/** A budget unused for a day is full again, so its row can go. */
export async function forgetGuesses(sql: Sql): Promise<void> {
  await sql`
    delete from guess_budgets
    where counted_at < now() - interval '1 day'`
}

export type SignInPlace = { network: string; device: string | null }

const tooMany = (every: number) =>
  new Refusal('too-many', 'too-many-sign-ins', 'Too many attempts: wait a minute and try again.', every)

/** A new password costs a slow hash, so it is counted first: per link or person, and per network. */
export async function countNewPassword(sql: Sql, who: string, { network }: SignInPlace): Promise<void> {
  if (!(await spendBudget(sql, ['new password', 'network', network], newPasswords))) throw tooMany(newPasswords.every)
  if (!(await spendBudget(sql, ['new password', 'for', who], passwordBudget))) throw tooMany(passwordBudget.every)
}

/** `about`: what is guessed; `who`: the typed address or the person's id. */
export async function countGuess(sql: Sql, about: 'password' | 'code', who: string, place: SignInPlace): Promise<void> {
  const { isDevice, isNetwork } = await findKnownPlace(sql, about, who, place)
  if (isDevice) {
    if (await spendBudget(sql, [about, 'device', who, place.device!], budgets.device)) return
    throw tooMany(budgets.device.every)
  }
  if (!(await spendBudget(sql, [about, 'network', place.network], budgets.network)))
    throw tooMany(budgets.network.every)
  if (!(await spendBudget(sql, [about, 'pair', who, place.network], budgets.pair))) throw tooMany(budgets.pair.every)
  // Attempts from other networks do not block a known network.
  if (!isNetwork && !(await spendBudget(sql, [about, 'address', who], budgets.address)))
    throw tooMany(budgets.address.every)
}

/** A success refunds what was counted for it: signing in correctly uses up no attempts. */
export async function refundGuess(
  sql: Sql,
  about: 'password' | 'code',
  who: string,
  place: SignInPlace,
): Promise<void> {
  const fresh = [
    [about, 'pair', who, place.network],
    [about, 'device', who, place.device ?? ''],
  ]
  const shared = [
    [about, 'network', place.network],
    [about, 'address', who],
  ]
  await sql`
    update guess_budgets
    set used = case when key_hash in (${hashRows(sql, fresh.map(keyHash))}) then 0 else greatest(0, used - 1) end
    where key_hash in (${hashRows(sql, [...fresh, ...shared].map(keyHash))})`
}

const placeHashes = ({ network, device }: SignInPlace) => ({
  network: hashLinkToken(`network ${network}`),
  device: hashLinkToken(`device ${device ?? ''}`),
})

async function findKnownPlace(sql: Sql, about: 'password' | 'code', who: string, place: SignInPlace) {
  const { network, device } = placeHashes(place)
  const isPerson = about === 'password' ? sql`users.email = ${who}` : sql`users.user_id = ${who}`
  const [known] = await sql<{ isDevice: boolean; isNetwork: boolean }[]>`
    select coalesce(bool_or(place_hash = ${device}), false) as is_device,
      coalesce(bool_or(place_hash = ${network}), false) as is_network
    from known_places
    join users on users.user_id = known_places.user_id
    where ${isPerson}
      and place_hash in (${hashRows(sql, [network, device])})`
  return { isDevice: place.device !== null && known!.isDevice, isNetwork: known!.isNetwork }
}

/** After a sign-in. A place unused for half a year is unknown again. */
export async function rememberKnownPlace(sql: Sql, userId: string, place: SignInPlace): Promise<void> {
  const { network, device } = placeHashes(place)
  await sql`
    delete from known_places
    where user_id = ${userId}
      and seen_at < now() - interval '180 days'`
  await sql`
    insert into known_places (user_id, place_hash)
    select ${userId}, place_hash
    from (${hashRows(sql, place.device === null ? [network] : [network, device])}) places (place_hash)
    on conflict (user_id, place_hash) do update
    set seen_at = now()`
}

/** Anyone may have signed in as this person, so all places become unknown again. */
export async function forgetKnownPlaces(sql: Sql, userId: string): Promise<void> {
  await sql`
    delete from known_places
    where user_id = ${userId}`
}
