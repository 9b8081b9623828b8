/** Dashboard users: who they are, and their role in each store. */
import { type Role, roles } from '@heartbell/contract/dashboard/route'
import { Refusal } from '@heartbell/contract/errors'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { newId } from '../secrets/ids.ts'

/** Whether a user with `role` may do what needs `needed`. */
export const hasRole = (role: Role, needed: Role) => roles.indexOf(role) <= roles.indexOf(needed)

/** As the dashboard shows them. */
export const roleNames: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  marketer: 'Marketer',
  viewer: 'Read only',
}

/** Nobody creates, changes or removes somebody with a higher role than their own. */
export function refuseAbove(own: Role, other: Role): void {
  if (!hasRole(own, other))
    throw new Refusal('not-allowed', 'role', `The role ${roleNames[other]} is above your own role, ${roleNames[own]}.`)
}

export type User = { userId: string; email: string | null; name: string; isOperator: boolean; locale: string | null }

export const userColumns = 'user_id, email, name, is_operator, locale'

export const showUser = ({ name, email }: Pick<User, 'name' | 'email'>) => name || email || 'Owner'

/** The first user of a new installation, who has its command line. */
export async function findOrCreateOperator(sql: Database): Promise<User> {
  return await transaction(sql, async (sql) => {
    await sql`lock table users in share row exclusive mode`
    const [found] = await sql<User[]>`
      select ${sql.unsafe(userColumns)}
      from users
      where is_operator
      order by created_at
      limit 1`
    if (found) return found
    const [made] = await sql<User[]>`
      insert into users (user_id, is_operator)
      values (${newId()}, true)
      returning ${sql.unsafe(userColumns)}`
    return made!
  })
}

/** What team members see of each other; who operates the installation is not shown. */
export type Member = Pick<User, 'userId' | 'email' | 'name'> & { role: Role; createdAt: Date }

export async function listMembers(sql: Sql, storeId: number): Promise<Member[]> {
  return await sql<Member[]>`
    select users.user_id, email, name, role, members.created_at
    from members
    join users on users.user_id = members.user_id
    where members.store_id = ${storeId}
    order by members.created_at, users.user_id`
}

export type NewUser = { email: string; name: string; passwordHash: string }

/** Null when the address already has an account. */
export async function createUser(sql: Sql, { email, name, passwordHash }: NewUser): Promise<User | null> {
  const [user] = await sql<User[]>`
    insert into users (user_id, email, name, password_hash)
    values (${newId()}, ${email}, ${name}, ${passwordHash})
    on conflict (email) do nothing
    returning ${sql.unsafe(userColumns)}`
  return user ?? null
}

/** An existing member's role does not change. */
export async function addMember(sql: Sql, storeId: number, userId: string, role: Role): Promise<void> {
  await sql`
    insert into members (store_id, user_id, role)
    values (${storeId}, ${userId}, ${role})
    on conflict (store_id, user_id) do nothing`
}

/** Call it in a transaction, so that two owners cannot demote each other at the same time. */
export async function changeRole(sql: Sql, storeId: number, userId: string, role: Role): Promise<void> {
  await refuseRemovingLastOwner(sql, storeId, userId, role)
  await sql`
    update members
    set role = ${role}
    where store_id = ${storeId}
      and user_id = ${userId}`
}

const unknownMember = () => new Refusal('not-found', 'unknown-member', 'No team member has this id.')

/** One member, locked until the transaction ends. */
export async function lockMember(sql: Sql, storeId: number, userId: string): Promise<Member> {
  const [member] = await sql<Member[]>`
    select users.user_id, email, name, role, members.created_at
    from members
    join users on users.user_id = members.user_id
    where members.store_id = ${storeId}
      and members.user_id = ${userId}
    for update of members`
  if (!member) throw unknownMember()
  return member
}

/** Call it in a transaction, as {@link changeRole}. */
export async function removeMember(sql: Sql, storeId: number, userId: string): Promise<void> {
  await refuseRemovingLastOwner(sql, storeId, userId, null)
  await sql`
    delete from members
    where store_id = ${storeId}
      and user_id = ${userId}`
}

/** A store must always have an owner. */
async function refuseRemovingLastOwner(sql: Sql, storeId: number, userId: string, role: Role | null): Promise<void> {
  if (role === 'owner') return
  const owners = await sql<{ userId: string }[]>`
    select user_id
    from members
    where store_id = ${storeId}
      and role = 'owner'
    order by user_id
    for update`
  if (owners.length === 1 && owners[0]!.userId === userId)
    throw new Refusal('conflict', 'last-owner', 'A store needs an owner: make somebody else an owner first.')
}

export type OpenStore = { storeId: number; pid: string; name: string; role: Role; createdAt: Date }

/** The stores a user may open, oldest first. */
export async function storesOf(sql: Sql, { userId, isOperator }: User): Promise<OpenStore[]> {
  return await sql<OpenStore[]>`
    -- every store: a person may work for several
    select stores.store_id, pid, stores.name, coalesce(members.role, 'owner') as role, stores.created_at
    from stores
    left join members
      on members.store_id = stores.store_id
      and members.user_id = ${userId}
    where members.role is not null
      or ${isOperator}
    order by stores.created_at, stores.store_id
    limit 1000`
}

/** A user's role in one store; null when they have none. */
export async function roleIn(
  sql: Sql,
  storeId: number,
  { userId, isOperator }: Pick<User, 'userId' | 'isOperator'>,
): Promise<Role | null> {
  if (isOperator) return 'owner'
  const [member] = await sql<{ role: Role }[]>`
    select role
    from members
    where store_id = ${storeId}
      and user_id = ${userId}`
  return member?.role ?? null
}
