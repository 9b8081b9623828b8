/** Invitations to a store's team: made by a member for one store, role and address, accepted by the owner of that address. */

import { type Role, roles } from '@heartbell/contract/dashboard/route'
import { Refusal } from '@heartbell/contract/errors'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { newId, storePrefix } from '../secrets/ids.ts'
import { hashLinkToken, newLinkToken } from '../secrets/link-tokens.ts'
import { addMember, createUser, hasRole, roleIn, type User } from './users.ts'

export type TeamInvitation = {
  invitationId: string
  email: string
  role: Role
  createdAt: Date
  expiresAt: Date
  /** Null when the inviting person was deleted. */
  invitedBy: string | null
}

const life = "interval '7 days'"

/** Open invitations of one store. */
const mostPending = 200

type NewInvitation = { email: string; role: Role }

/** The token contains the store, so that the lookup does not search all stores. */
const writeToken = (storeId: number) => storePrefix(storeId) + newLinkToken()

function readStoreId(token: string): number | null {
  return /^[\w-]{51}$/.test(token) ? Buffer.from(token.slice(0, 8), 'base64url').readUIntBE(0, 6) : null
}

/**
 * Returns the link's token, which is not stored. Inviting the same address again replaces its invitation to this store. It does
 * not look at accounts of other stores, so the response reveals nothing about them.
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

/** Open ones, including expired ones: they can be sent again or revoked. */
export async function listInvitations(sql: Sql, storeId: number): Promise<TeamInvitation[]> {
  return await sql<TeamInvitation[]>`
    select invitation_id, invitations.email, role, invitations.created_at, expires_at,
      coalesce(nullif(users.name, ''), users.email) as invited_by
    from invitations
    left join users on users.user_id = invited_by
    where store_id = ${storeId}
      and accepted_at is null
    order by invitations.created_at, invitation_id`
}

export async function findInvitation(sql: Sql, storeId: number, invitationId: string): Promise<TeamInvitation> {
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

/** Invitations end when the inviter loses the right to invite; `role` is null for a removed member. */
export async function revokeInvitationsAbove(sql: Sql, storeId: number, userId: string, role: Role | null) {
  const above = role === null ? roles : roles.filter((one) => !hasRole(role, one) || !hasRole(role, 'admin'))
  await sql`
    delete from invitations
    where store_id = ${storeId}
      and invited_by = ${userId}
      and accepted_at is null
      and role = any(${[...above]})`
}

export type InvitationOffer = { storeId: number; storeName: string; role: Role; email: string }

type LockedInvitation = InvitationOffer & {
  invitationId: string
  acceptedBy: string | null
  inviter: string
  inviterIsOperator: boolean
}

const badInvitation = () =>
  new Refusal('not-found', 'bad-invitation', 'This invitation was used, revoked or is too old: ask for a new one.')

/** What the link's token offers. In a transaction the invitation is locked. */
async function lockInvitation(sql: Sql, token: string): Promise<LockedInvitation> {
  const storeId = readStoreId(token)
  if (storeId === null) throw badInvitation()
  const [locked] = await sql<LockedInvitation[]>`
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
  if (!locked) throw badInvitation()
  return locked
}

/** The inviter must still have the right to invite. */
async function refuseWithoutInviter(
  sql: Sql,
  { storeId, role, inviter, inviterIsOperator }: LockedInvitation,
): Promise<void> {
  const theirs = await roleIn(sql, storeId, { userId: inviter, isOperator: inviterIsOperator })
  if (!theirs || !hasRole(theirs, 'admin') || !hasRole(theirs, role)) throw badInvitation()
}

export async function readInvitation(sql: Sql, token: string): Promise<InvitationOffer> {
  const locked = await lockInvitation(sql, token)
  if (locked.acceptedBy) throw badInvitation()
  await refuseWithoutInviter(sql, locked)
  const { storeId, storeName, role, email } = locked
  return { storeId, storeName, role, email }
}

/** For a user who is signed in with the invited address. Accepting twice has the same effect as once. */
export async function acceptInvitation(sql: Database, user: User, token: string): Promise<AcceptedInvitation> {
  return await transaction(sql, (sql) => accept(sql, user, token))
}

/** `isNew`: the membership started with this call. */
export type AcceptedInvitation = InvitationOffer & { isNew: boolean }

async function accept(sql: Sql, user: User, token: string): Promise<AcceptedInvitation> {
  const locked = await lockInvitation(sql, token)
  const { storeId, storeName, role, email } = locked
  const offer = { storeId, storeName, role, email }
  // A member who was removed later cannot rejoin with the same link.
  if (locked.acceptedBy === user.userId && (await roleIn(sql, storeId, user))) return { ...offer, isNew: false }
  if (locked.acceptedBy) throw badInvitation()
  await refuseWithoutInviter(sql, locked)
  if (user.email !== locked.email)
    throw new Refusal(
      'not-allowed',
      'other-address',
      `This invitation is for ${locked.email}: sign in with that address, or ask for one for yours.`,
    )
  await addMember(sql, locked.storeId, user.userId, locked.role)
  await sql`
    update invitations
    set accepted_at = now(),
        accepted_by = ${user.userId}
    where store_id = ${locked.storeId}
      and invitation_id = ${locked.invitationId}`
  return { ...offer, isNew: true }
}

/**
 * Creates the account of the invited address. If the address already has an account, its owner must sign in: the link alone never
 * opens an existing account.
 */
export async function joinByInvitation(
  sql: Database,
  token: string,
  { name, passwordHash }: { name: string; passwordHash: string },
): Promise<{ user: User; offer: InvitationOffer }> {
  return await transaction(sql, async (sql) => {
    const { email } = await readInvitation(sql, token)
    const user = await createUser(sql, { email, name, passwordHash })
    if (!user)
      throw new Refusal('conflict', 'sign-in-first', 'This address can’t be used for a new account: sign in instead.')
    return { user, offer: await accept(sql, user, token) }
  })
}
