/** Links for one person that work once: to choose a new password or confirm a new address. */
import { Refusal } from '@heartbell/contract/errors'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { hashLinkToken, newLinkToken } from '../secrets/link-tokens.ts'

const lives = { reset: "interval '1 hour'", email: "interval '1 day'" } as const

export type LinkPurpose = keyof typeof lives

export type NewAccountLink = {
  userId: string
  purpose: LinkPurpose
  /** The new address that the link confirms. */
  email?: string
  removesSecondFactor?: boolean
}

/** Only the newest link of each purpose works. */
export async function makeAccountLink(sql: Database, link: NewAccountLink): Promise<string> {
  const { userId, purpose, email = null, removesSecondFactor = false } = link
  const token = newLinkToken()
  await transaction(sql, async (sql) => {
    await sql`
      delete from account_links
      where (user_id = ${userId} and purpose = ${purpose})
        or expires_at < now()`
    await sql`
      insert into account_links (token_hash, user_id, purpose, email, removes_second_factor, expires_at)
      values (
        ${hashLinkToken(token)}, ${userId}, ${purpose}, ${email}, ${removesSecondFactor},
        now() + ${sql.unsafe(lives[purpose])}
      )`
  })
  return token
}

export type AccountLink = { userId: string; email: string | null; removesSecondFactor: boolean }

export const badLink = () =>
  new Refusal('not-identified', 'bad-link', 'This link was used already or is too old: ask for a new one.')

/** Reads a link without using it; in a transaction the link is locked. */
export async function findAccountLink(sql: Sql, purpose: LinkPurpose, token: string): Promise<AccountLink> {
  const [link] = await sql<AccountLink[]>`
    select user_id, email, removes_second_factor
    from account_links
    where token_hash = ${hashLinkToken(token)}
      and purpose = ${purpose}
      and expires_at > now()
    for update`
  if (!link) throw badLink()
  return link
}

/** After a change of password or address no older link opens the account. */
export async function dropAccountLinks(sql: Sql, userId: string): Promise<void> {
  await sql`
    delete from account_links
    where user_id = ${userId}`
}
