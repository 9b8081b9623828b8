/** Identity from a browser over HTTP: register, user-validate-sync. */
import { randomUUID } from 'node:crypto'
import * as words from '@heartbell/contract/browser-identity'
import { identity } from '@heartbell/contract/identity'
import { badIdentity, identityRequired, wrongSyncAccount } from '@heartbell/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { type IdentityFault, readIdentityToken } from '../domain/identity-tokens.ts'
import { mergeGuest } from '../domain/merges.ts'
import { admitShopper, identifyAccount, identifyGuest } from '../domain/shoppers.ts'
import type { Store } from '../domain/stores.ts'
import { accountId } from '../domain/tokens.ts'
import { bindOpen, bindShopper } from './bind.ts'
import type { Rooms } from './rooms.ts'

export function browserIdentityRoutes(app: FastifyInstance, rooms: Rooms): void {
  bindOpen(app, rooms, words.registerGuest, async (store, { sql, fields }) => {
    const given = await identifyGuest(sql, store, fields.uuid ?? randomUUID())
    return identity.write({ ...given, message: 'A guest of this store.' })
  })

  bindShopper(app, rooms, words.syncShopper, async (shopper, { sql, fields }) => {
    const { store, shopperId, kind } = shopper
    const email = requireVouchedEmail(store, fields.identity)
    // A regid alone must not be enough to take a guest's lists along.
    await admitShopper(sql, shopper)
    if (kind === 'guest') {
      const given = await mergeGuest(sql, store, shopperId, email)
      return identity.write({ ...given, message: 'The guest’s lists and alerts now belong to the account.' })
    }
    if (shopperId !== accountId(store.tokenKey, email)) throw wrongSyncAccount()
    const given = await identifyAccount(sql, store, email)
    return identity.write({ ...given, message: 'This is the account already.' })
  })
}

const saysOf: Record<IdentityFault, string> = {
  unsigned: 'is not a token signed with this store’s identity secret',
  expired: 'has expired or has no expiry; the store’s page renders a new one',
  'not-yet': 'was signed for a later time; compare the clocks',
  'too-long': 'expires more than 24 hours from now; the expiry is in seconds since 1970',
  'no-address': 'names no e-mail address',
}

/** Nothing but the store's signature makes a browser an e-mail address. */
function requireVouchedEmail({ identityKeys }: Store, token: string | undefined): string {
  if (token === undefined) throw identityRequired()
  const reading = readIdentityToken(identityKeys, token.trim(), Date.now())
  if ('fault' in reading) throw badIdentity(saysOf[reading.fault])
  return reading.email
}
