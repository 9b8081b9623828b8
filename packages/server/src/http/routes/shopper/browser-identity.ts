/** Routes of identity for browsers: register, user-validate-sync. */
import { randomUUID } from 'node:crypto'
import * as words from '@heartbell/contract/browser-identity'
import { identity } from '@heartbell/contract/identity'
import { badIdentity, identityRequired, usedIdentity, wrongSyncAccount } from '@heartbell/contract/refusals'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../database/connect.ts'
import { nestedTransaction } from '../../../database/nested-transaction.ts'
import { mergeGuest } from '../../../domain/merges/merges.ts'
import { type IdentityTokenFault, readIdentityToken } from '../../../domain/secrets/identity-tokens.ts'
import { accountId } from '../../../domain/secrets/tokens.ts'
import { identifyAccount, identifyGuest, requireSession } from '../../../domain/shoppers/shoppers.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { useIdentityToken } from '../../../domain/stores/used-identities.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindOpen, bindShopper } from '../../plumbing/bind.ts'

export function browserIdentityRoutes(app: FastifyInstance, context: AppContext): void {
  bindOpen(app, context, words.registerGuest, async (store, { sql, fields }) => {
    const given = await identifyGuest(sql, store, fields.uuid ?? randomUUID())
    return identity.write({ ...given, message: 'A guest of this store.' })
  })

  bindShopper(app, context, words.syncShopper, async (shopper, { sql, fields }) => {
    const { store, shopperId, kind } = shopper
    const email = requireVouchedEmail(store, fields.identity)
    return await useOnce(sql, store, fields.identity!.trim(), (sql) => take(sql, email))

    async function take(sql: Database, email: string) {
      // A regid alone must not be enough to move a guest's lists.
      await requireSession(sql, shopper)
      if (kind === 'guest') {
        const given = await mergeGuest(sql, store, shopperId, email)
        return identity.write({ ...given, message: 'The guest’s lists and alerts now belong to the account.' })
      }
      if (shopperId !== accountId(store.tokenKey, email)) throw wrongSyncAccount()
      const given = await identifyAccount(sql, store, email)
      return identity.write({ ...given, message: 'This is the account already.' })
    }
  })
}

/** With `identity-single-use`, the token is used in the same transaction as the work. */
async function useOnce<T>(sql: Database, store: Store, token: string, work: (sql: Database) => Promise<T>): Promise<T> {
  if (!store.settings.identitySingleUse) return await work(sql)
  return await nestedTransaction(sql, async (sql) => {
    if (!(await useIdentityToken(sql, store, token))) throw usedIdentity()
    return await work(sql)
  })
}

const saysOf: Record<Exclude<IdentityTokenFault, 'too-long'>, string> = {
  unsigned: 'is not a token signed with this store’s identity secret',
  expired: 'has expired or has no expiry; the store’s page renders a new one',
  'not-yet': 'was signed for a later time; compare the clocks',
  'no-address': 'names no e-mail address',
}

/** Only the store's signature proves the e-mail address of a browser. */
function requireVouchedEmail({ identityKeys, settings }: Store, token: string | undefined): string {
  if (token === undefined) throw identityRequired()
  const reading = readIdentityToken(identityKeys, token.trim(), Date.now(), settings.identityLifetime)
  if (!('fault' in reading)) return reading.email
  if (reading.fault !== 'too-long') throw badIdentity(saysOf[reading.fault])
  const most = `${showTime(settings.identityLifetime)} from now, the most that the setting identity-lifetime allows`
  throw badIdentity(`expires more than ${most}; the expiry is in seconds since 1970`)
}

const showTime = (millis: number) =>
  millis % 3_600_000 === 0
    ? `${millis / 3_600_000} hour${millis === 3_600_000 ? '' : 's'}`
    : `${Math.round(millis / 60_000)} minutes`
