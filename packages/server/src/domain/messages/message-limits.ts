/**
 * Limits on messages that somebody may cause to others. They are counted in the database, so that all processes count together, and
 * by the asking: whether a message really leaves depends on the recipient's state, and a limit must not tell that.
 */
import { createHmac } from 'node:crypto'
import { tooManyMessages } from '@heartbell/contract/refusals'
import type { Sql } from '../../database/connect.ts'
import type { Allowance } from '../settings/message-settings.ts'
import type { Store } from '../stores/stores.ts'

/** `budget` is the word of the setting that allows it. `subject`: whom it counts; null counts nobody. */
export type Charge = { budget: string; subject: string | null; allowed: Allowance | null }

export type Overdrawn = { budget: string; allowed: Allowance; seconds: number }

type Counting = Pick<Store, 'storeId' | 'tokenKey'>

const hashSubject = ({ tokenKey }: Counting, { budget, subject }: Charge) =>
  createHmac('sha256', tokenKey).update(`budget\0${budget}\0`).update(subject!).digest()

/**
 * Counts one message against each. Gives the first that is used up, and then the others must not stay counted either: call it inside
 * a transaction that ends with the refusal. Rows are taken in one order, so that two callers don't wait for each other.
 */
export async function chargeBudgets(sql: Sql, store: Counting, charges: readonly Charge[]): Promise<Overdrawn | null> {
  const { storeId } = store
  const counted = charges
    .filter(({ subject, allowed }) => subject !== null && allowed !== null)
    .sort((one, other) => (one.budget < other.budget ? -1 : 1))
  if (counted.length === 0) return null
  const charged = await sql<{ budget: string }[]>`
    insert into message_budgets as spent (store_id, budget, subject, used, most, ends_at)
    select ${storeId}, budget, decode(subject, 'hex'), 1, most, now() + within * interval '1 millisecond'
    from unnest(
      ${counted.map(({ budget }) => budget)}::text[], ${counted.map((one) => hashSubject(store, one).toString('hex'))}::text[],
      ${counted.map(({ allowed }) => allowed!.most)}::integer[], ${counted.map(({ allowed }) => allowed!.within)}::float8[]
    ) as charge (budget, subject, most, within)
    order by budget, subject
    on conflict (store_id, budget, subject) do update
    set used = case when spent.ends_at <= now() then 1 else spent.used + 1 end,
        most = excluded.most,
        -- a shorter window holds at once
        ends_at = case when spent.ends_at <= now() then excluded.ends_at else least(spent.ends_at, excluded.ends_at) end
    where spent.ends_at <= now()
      or spent.used < excluded.most
    returning budget`
  const over = counted.find(({ budget }) => !charged.some((one) => one.budget === budget))
  if (!over) return null
  const [row] = await sql<{ seconds: number }[]>`
    select ceil(date_part('epoch', ends_at - now()))::integer as seconds
    from message_budgets
    where store_id = ${storeId}
      and budget = ${over.budget}
      and subject = ${hashSubject(store, over)}`
  return { budget: over.budget, allowed: over.allowed!, seconds: Math.max(1, row?.seconds ?? 1) }
}

/** The same, refusing with 429 and the limit's name. */
export async function spendBudgets(sql: Sql, store: Counting, charges: readonly Charge[]): Promise<void> {
  const over = await chargeBudgets(sql, store, charges)
  if (over) throw tooManyMessages(over.budget, over.allowed.most, over.allowed.within, over.seconds)
}

/** Rows of windows that ended count nothing any more. Gives how many were removed. */
export async function deleteEndedBudgets(sql: Sql, { storeId }: Pick<Store, 'storeId'>, most: number): Promise<number> {
  const gone = await sql`
    delete from message_budgets
    where store_id = ${storeId}
      and (budget, subject) in (
        select budget, subject
        from message_budgets
        where store_id = ${storeId}
          and ends_at <= now() - interval '1 hour'
        limit ${most}
      )
    returning budget`
  return gone.length
}
