/** The audit trail: who did what, from where, with the values before and after; written in the transaction of the action. */
import type { ActName } from '@heartbell/contract/acts'
import { foldEmail } from '@heartbell/contract/fields'
import type { Sql } from '../../database/connect.ts'
import { newId } from '../secrets/ids.ts'
import { showUser, type User } from '../staff/users.ts'

type AuditFacts = Record<string, unknown>

/** `facts` describe what was acted on; `before` and `after` contain the changed values. None of them contains secrets. */
export type AuditAct = { act: ActName; facts?: AuditFacts; before?: AuditFacts | null; after?: AuditFacts | null }

export type ActorKind = 'user' | 'key' | 'command' | 'hook' | 'system'

export type AuditActor = {
  kind: ActorKind
  /** A user's id, an API key's id, or the kind of an integration. */
  id: string | null
  /** As shown; it stays when the person is deleted. */
  name: string
  /** The IP address of the request. */
  address?: string | null
  /** The client's user agent; for a command the system account and host. */
  agent?: string | null
}

/** Where a request comes from. */
export type Origin = { ip: string; headers: { 'user-agent'?: string | undefined } }

const longestAgent = 512

export const originOf = ({ ip, headers }: Origin) => ({
  address: ip,
  agent: headers['user-agent']?.slice(0, longestAgent) ?? null,
})

export const userActor = (user: User, request: Origin): AuditActor => ({
  kind: 'user',
  id: user.userId,
  name: showUser(user),
  ...originOf(request),
})

const columns = (sql: Sql, actor: AuditActor, { act, facts = {}, before, after }: AuditAct) => {
  const json = (value: AuditFacts | null | undefined) => (value ? sql.json(value as never) : null)
  return sql`
    ${actor.kind === 'user' ? actor.id : null}::uuid, ${actor.kind}::text, ${actor.id}::text, ${actor.name}::text,
    ${actor.address ?? null}::text, ${actor.agent ?? null}::text, ${act}::text, ${sql.json(facts as never)}::jsonb,
    ${json(before)}::jsonb, ${json(after)}::jsonb`
}

const columnNames = `user_id, actor_kind, actor_id, user_name, actor_address, actor_agent, act, facts, facts_before,
  facts_after`

/** Records an action in one store. */
export async function recordAct(sql: Sql, storeId: number, actor: AuditActor, act: AuditAct): Promise<void> {
  await sql`
    insert into audit_log (store_id, entry_id, ${sql.unsafe(columnNames)})
    values (${storeId}, ${newId()}, ${columns(sql, actor, act)})`
}

/** Records an action that belongs to no store, or must outlive the store it is about. */
export async function recordInstallationAct(
  sql: Sql,
  actor: AuditActor,
  act: AuditAct,
  pid: string | null = null,
): Promise<void> {
  await sql`
    insert into installation_log (entry_id, pid, ${sql.unsafe(columnNames)})
    values (${newId()}, ${pid}, ${columns(sql, actor, act)})`
}

/** Records an action on someone's own account, such as signing in. Every store they work for sees it too. */
export async function recordAccountAct(sql: Sql, userId: string, actor: AuditActor, act: AuditAct): Promise<void> {
  await recordInstallationAct(sql, actor, act)
  await sql`
    -- every store: a person may work for several
    insert into audit_log (store_id, entry_id, ${sql.unsafe(columnNames)})
    select members.store_id, gen_random_uuid(), ${columns(sql, actor, act)}
    from members
    where members.user_id = ${userId}`
}

/** What was wrong: the password, the code of the second step, a one-time link, or choosing a new password. */
export type FailedStep = 'password' | 'code' | 'link' | 'new-password'

const mostFailures = { ofOneAddress: 20, ofAll: 1000 }

/**
 * Records a failed sign-in. The typed text is stored only if it is the address of an account: people type passwords into the
 * wrong field. The number of rows per hour is limited, so that guessing does not fill the table.
 */
export async function recordFailedSignIn(
  sql: Sql,
  email: string | null,
  step: FailedStep,
  from: Pick<AuditActor, 'address' | 'agent'>,
): Promise<void> {
  const [{ ofOneAddress, ofAll } = mostFailures] = await sql<(typeof mostFailures)[]>`
    select count(*) filter (where actor_address is not distinct from ${from.address ?? null})::integer as of_one_address,
      count(*)::integer as of_all
    from (
      select actor_address
      from installation_log
      where act = 'sign-in-failed'
        and happened_at > now() - interval '1 hour'
      limit ${mostFailures.ofAll}
    ) recent`
  if (ofOneAddress >= mostFailures.ofOneAddress || ofAll >= mostFailures.ofAll) return
  const actor: AuditActor = { kind: 'user', id: null, name: 'Unknown', ...from }
  const [account] = await sql<{ userId: string; email: string }[]>`
    select user_id, email
    from users
    where email = ${email === null ? null : foldEmail(email)}`
  if (account)
    await recordAccountAct(sql, account.userId, actor, { act: 'sign-in-failed', facts: { email: account.email, step } })
  else await recordInstallationAct(sql, actor, { act: 'sign-in-failed', facts: { step } })
}

/** Erases personal data in old entries: entries that contain one of `named`, or with null all entries about shoppers. */
export async function eraseFromAudit(sql: Sql, storeId: number, named: string[] | null): Promise<void> {
  const contains = (column: string) => sql`exists (
    select from unnest(${named ?? []}::text[]) address
    where position(lower(address) in lower(coalesce(${sql.unsafe(column)}::text, ''))) > 0
  )`
  await sql`
    update audit_log
    set facts = '{"erased": true}',
        facts_before = null,
        facts_after = null
    where store_id = ${storeId}
      and ${
        named
          ? sql`(${contains('facts')} or ${contains('facts_before')} or ${contains('facts_after')})`
          : sql`act in ('shopper-exported', 'shopper-looked-up', 'test-sent', 'merge-undone') and facts <> '{}'`
      }`
}
