/**
 * Guesses at passwords and codes, counted before they are judged and by all processes together. Known and unknown addresses
 * are counted alike. A stranger's guesses use up budgets of the stranger's own network, and one of the address that holds only for
 * places from which its owner never signed in.
 */
import { createHash } from 'node:crypto'
import { Refusal } from '@heartbell/contract/errors'
import type { Sql } from '../../database/connect.ts'
import { hashLinkToken, hashRows } from '../secrets/link-tokens.ts'

/** So many at once, and one more every `every` seconds. */
export type Budget = { most: number; every: number }

const minute = 60

export const budgets = {
  /** One address from one network. */
  pair: { most: 5, every: minute },
  /** One address from one browser that signed in to it before. */
  device: { most: 10, every: minute },
  /** One address from all places that are new to it. */
  address: { most: 30, every: 2 * minute },
  /** One network, whatever it tries. */
  network: { most: 60, every: 2 },
} satisfies Record<string, Budget>

/** Mails that anybody may cause. */
export const mailBudgets = {
  address: { most: 3, every: 20 * minute },
  network: { most: 10, every: 6 * minute },
  /** Invitations of one store. */
  store: { most: 50, every: 10 * minute },
} satisfies Record<string, Budget>

export const passwordBudget: Budget = { most: 10, every: minute }

/** New passwords that one network may choose, whoever it chooses them for. */
const newPasswords: Budget = { most: 30, every: 10 }

const keyHash = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest()

/** True when it fits. The row is locked while it is counted, so that guesses made at once count one after the other. */
export async function spend(sql: Sql, key: readonly string[], { most, every }: Budget): Promise<boolean> {
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

/** A bucket that nobody touched for a day says nothing any more. */
export async function forgetGuesses(sql: Sql): Promise<void> {
  await sql`
    delete from guess_budgets
    where counted_at < now() - interval '1 day'`
}

export type Place = { network: string; device: string | null }

const tooMany = (every: number) =>
  new Refusal('too-many', 'too-many-sign-ins', 'Too many attempts: wait a minute and try again.', every)

/** A new password costs a slow hash, so it is counted before: by the link or the person it is for, and by network. */
export async function countNewPassword(sql: Sql, who: string, { network }: Place): Promise<void> {
  if (!(await spend(sql, ['new password', 'network', network], newPasswords))) throw tooMany(newPasswords.every)
  if (!(await spend(sql, ['new password', 'for', who], passwordBudget))) throw tooMany(passwordBudget.every)
}

/** What is guessed at, and for whom: an address as it was typed, or a person's id. */
export async function countGuess(sql: Sql, about: 'password' | 'code', who: string, place: Place): Promise<void> {
  const { isDevice, isNetwork } = await knowPlace(sql, about, who, place)
  if (isDevice) {
    if (await spend(sql, [about, 'device', who, place.device!], budgets.device)) return
    throw tooMany(budgets.device.every)
  }
  if (!(await spend(sql, [about, 'network', place.network], budgets.network))) throw tooMany(budgets.network.every)
  if (!(await spend(sql, [about, 'pair', who, place.network], budgets.pair))) throw tooMany(budgets.pair.every)
  // A known network does not wait for what strangers try elsewhere.
  if (!isNetwork && !(await spend(sql, [about, 'address', who], budgets.address))) throw tooMany(budgets.address.every)
}

/** A success takes back what was counted for it: nobody runs out of attempts by signing in. */
export async function forgive(sql: Sql, about: 'password' | 'code', who: string, place: Place): Promise<void> {
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

const placeHashes = ({ network, device }: Place) => ({
  network: hashLinkToken(`network ${network}`),
  device: hashLinkToken(`device ${device ?? ''}`),
})

async function knowPlace(sql: Sql, about: 'password' | 'code', who: string, place: Place) {
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

/** After a sign-in. A place that was not seen for half a year is a stranger's again. */
export async function rememberPlace(sql: Sql, userId: string, place: Place): Promise<void> {
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

/** Whoever may have signed in as this person is a stranger again. */
export async function forgetPlaces(sql: Sql, userId: string): Promise<void> {
  await sql`
    delete from known_places
    where user_id = ${userId}`
}
