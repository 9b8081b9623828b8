/** Invitations to a store's team: made by a member, bound to store, role and address, accepted by the person of that address. */
import { Refusal } from '@heartbell/contract/errors'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { newId, storePrefix } from '../secrets/ids.ts'
import { hashLinkToken, newLinkToken } from '../secrets/link-tokens.ts'
import { addMember, createUser, mayAs, type Role, roleIn, roles, type User } from './users.ts'

export type Invitation = {
  invitationId: string
  email: string
  role: Role
  createdAt: Date
  expiresAt: Date
  /** Null when the person who invited is gone. */
  invitedBy: string | null
}

const life = "interval '7 days'"

/** A person in whose name nothing was typed yet can be asked at most this often by one store. */
const mostPending = 200

type NewInvitation = { email: string; role: Role }

/** The store stands in the token, so that no look-up goes over every store. */
const writeToken = (storeId: number) => storePrefix(storeId) + newLinkToken()

function readStoreId(token: string): number | null {
  return /^[\w-]{51}$/.test(token) ? Buffer.from(token.slice(0, 8), 'base64url').readUIntBE(0, 6) : null
}

/**
 * Gives the link's token, which is not kept. Inviting the same address again replaces its invitation to this store.
 * Nothing here looks at the accounts of other stores, so the answer says nothing about them.
 */
export async function invite(sql: Sql, storeId: number, by: User, { email, role }: NewInvitation): Promise<string> {
  await refuseMember(sql, storeId, email)
  await refuseTooMany(sql, storeId, email)
  const token = writeToken(storeId)
  await sql`
    insert into invitations (store_id, invitation_id, email, role, token_hash, invited_by, expires_at)
    values (${storeId}, ${newId()}, ${email}, ${role}, ${hashLinkToken(token)}, ${by.userId}, now() + ${sql.unsafe(life)})
    on conflict (store_id, email) where accepted_at is null do update
    set invitation_id = excluded.invitation_id,
        role = excluded.role,
        token_hash = excluded.token_hash,
        invited_by = excluded.invited_by,
        created_at = now(),
        expires_at = excluded.expires_at`
  return token
}

async function refuseMember(sql: Sql, storeId: number, email: string): Promise<void> {
  const [member] = await sql`
    select
    from members
    join users on users.user_id = members.user_id
    where members.store_id = ${storeId}
      and email = ${email}`
  if (member)
    throw new Refusal('conflict', 'already-member', 'This person is in the team already: change the role in the list.')
}

async function refuseTooMany(sql: Sql, storeId: number, email: string): Promise<void> {
  await sql`
    delete from invitations
    where store_id = ${storeId}
      and expires_at < now() - interval '30 days'`
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from invitations
    where store_id = ${storeId}
      and accepted_at is null
      and email <> ${email}`
  if (row!.count >= mostPending)
    throw new Refusal(
      'conflict',
      'too-many-invitations',
      `A store may have ${mostPending} open invitations: revoke some.`,
    )
}

/** Open ones, also those that are too old: they can be sent again or revoked. */
export async function listInvitations(sql: Sql, storeId: number): Promise<Invitation[]> {
  return await sql<Invitation[]>`
    select invitation_id, invitations.email, role, invitations.created_at, expires_at,
      coalesce(nullif(users.name, ''), users.email) as invited_by
    from invitations
    left join users on users.user_id = invited_by
    where store_id = ${storeId}
      and accepted_at is null
    order by invitations.created_at, invitation_id`
}

export async function findInvitation(sql: Sql, storeId: number, invitationId: string): Promise<Invitation> {
  const found = (await listInvitations(sql, storeId)).find((one) => one.invitationId === invitationId)
  if (!found) throw new Refusal('not-found', 'unknown-invitation', 'No open invitation has this id.')
  return found
}

export async function revokeInvitation(sql: Sql, storeId: number, invitationId: string): Promise<void> {
  await sql`
    delete from invitations
    where store_id = ${storeId}
      and invitation_id = ${invitationId}
      and accepted_at is null`
}

/** What somebody invited ends with their right to invite; null for a member who is removed. */
export async function revokeInvitationsAbove(sql: Sql, storeId: number, userId: string, role: Role | null) {
  const above = role === null ? roles : roles.filter((one) => !mayAs(role, one) || !mayAs(role, 'admin'))
  await sql`
    delete from invitations
    where store_id = ${storeId}
      and invited_by = ${userId}
      and accepted_at is null
      and role = any(${[...above]})`
}

export type Offer = { storeId: number; storeName: string; role: Role; email: string }

type Held = Offer & { invitationId: string; acceptedBy: string | null; inviter: string; inviterIsOperator: boolean }

const badInvitation = () =>
  new Refusal('not-found', 'bad-invitation', 'This invitation was used, revoked or is too old: ask for a new one.')

/** For whoever holds the link: where it leads. Inside a transaction the invitation is locked. */
async function holdInvitation(sql: Sql, token: string): Promise<Held> {
  const storeId = readStoreId(token)
  if (storeId === null) throw badInvitation()
  const [held] = await sql<Held[]>`
    select invitations.store_id, invitation_id, stores.name as store_name, role, invitations.email, accepted_by,
      invited_by as inviter, coalesce(users.is_operator, false) as inviter_is_operator
    from invitations
    join stores on stores.store_id = invitations.store_id
    left join users on users.user_id = invited_by
    where invitations.store_id = ${storeId}
      and stores.store_id = ${storeId}
      and token_hash = ${hashLinkToken(token)}
      and expires_at > now()
    for update of invitations`
  if (!held) throw badInvitation()
  return held
}

/** Whoever invited must still be allowed to. */
async function refuseWithoutInviter(sql: Sql, { storeId, role, inviter, inviterIsOperator }: Held): Promise<void> {
  const theirs = await roleIn(sql, storeId, { userId: inviter, isOperator: inviterIsOperator })
  if (!theirs || !mayAs(theirs, 'admin') || !mayAs(theirs, role)) throw badInvitation()
}

export async function readInvitation(sql: Sql, token: string): Promise<Offer> {
  const held = await holdInvitation(sql, token)
  if (held.acceptedBy) throw badInvitation()
  await refuseWithoutInviter(sql, held)
  const { storeId, storeName, role, email } = held
  return { storeId, storeName, role, email }
}

/** For somebody who is signed in with the invited address. Accepting twice is accepting once. */
export async function acceptInvitation(sql: Database, user: User, token: string): Promise<Accepted> {
  return await transaction(sql, (sql) => accept(sql, user, token))
}

/** `isNew`: the membership began with this call. */
export type Accepted = Offer & { isNew: boolean }

async function accept(sql: Sql, user: User, token: string): Promise<Accepted> {
  const held = await holdInvitation(sql, token)
  const { storeId, storeName, role, email } = held
  const offer = { storeId, storeName, role, email }
  // Whoever was removed since does not come back by it.
  if (held.acceptedBy === user.userId && (await roleIn(sql, storeId, user))) return { ...offer, isNew: false }
  if (held.acceptedBy) throw badInvitation()
  await refuseWithoutInviter(sql, held)
  if (user.email !== held.email)
    throw new Refusal(
      'not-allowed',
      'other-address',
      `This invitation is for ${held.email}: sign in with that address, or ask for one for yours.`,
    )
  await addMember(sql, held.storeId, user.userId, held.role)
  await sql`
    update invitations
    set accepted_at = now(),
        accepted_by = ${user.userId}
    where store_id = ${held.storeId}
      and invitation_id = ${held.invitationId}`
  return { ...offer, isNew: true }
}

/**
 * Creates the account of the invited address. An address that has one is asked to sign in: the link alone never opens an
 * account that exists, whatever it lacks.
 */
export async function joinByInvitation(
  sql: Database,
  token: string,
  { name, passwordHash }: { name: string; passwordHash: string },
): Promise<{ user: User; offer: Offer }> {
  return await transaction(sql, async (sql) => {
    const { email } = await readInvitation(sql, token)
    const user = await createUser(sql, { email, name, passwordHash })
    if (!user)
      throw new Refusal('conflict', 'sign-in-first', 'This address can’t be used for a new account: sign in instead.')
    return { user, offer: await accept(sql, user, token) }
  })
}
