/** Routes of identity for the store's server: generate-regid, guest-validate-sync and its undo, end-sessions, storeadmin/me. */
import { badField } from '@heartbell/contract/errors'
import { email, requiredText, uuidV4 } from '@heartbell/contract/fields'
import * as words from '@heartbell/contract/identity'
import { identifyNames, identityNames } from '@heartbell/contract/names'
import { badRegid, wrongSyncAccount } from '@heartbell/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { linkGuest, mergeGuest } from '../../../domain/merges/merges.ts'
import { undoMerge } from '../../../domain/merges/undo-merge.ts'
import { memoizePerStore } from '../../../domain/secrets/memoize-per-store.ts'
import { accountId, guestId, type RegidClaim, readRegid, type TokenKey } from '../../../domain/secrets/tokens.ts'
import * as shoppers from '../../../domain/shoppers/shoppers.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindStore } from '../../plumbing/bind.ts'
import { bindStoreAct } from '../../plumbing/bind-audited.ts'

export function identityRoutes(app: FastifyInstance, context: AppContext): void {
  bindStore(app, context, words.generateRegid, async (store, { sql, fields }) => {
    if (isGuest(fields) && !store.hasEndedSessions) return writeGuestIdentity(store.tokenKey, fields.uuid)
    const who = readIdentifyFields(fields)
    if (who.uuid === undefined) {
      const given = await shoppers.identifyAccount(sql, store, who.email!)
      return words.identity.write({ ...given, message: 'Regid generated using the email.' })
    }
    if (who.email === undefined) {
      const given = await shoppers.identifyGuest(sql, store, who.uuid)
      return words.identity.write({ ...given, ...ofGuest })
    }
    const given = await linkGuest(sql, store, who.uuid, who.email)
    return words.identity.write({
      ...given,
      message: 'Regid generated using the email; the guest’s lists now belong to it.',
    })
  })

  bindStore(app, context, words.syncGuest, async (store, { sql, fields }) => {
    const claim = readClaim(store, fields.regid)
    const mail = requireEmail(fields.email)
    requireUserAgentType(fields.userAgentType)
    if (claim.kind === 'guest') {
      const given = await mergeGuest(sql, store, claim.shopperId, mail)
      return words.identity.write({ ...given, message: 'The guest’s lists and alerts now belong to the account.' })
    }
    if (claim.shopperId !== accountId(store.tokenKey, mail)) throw wrongSyncAccount()
    const given = await shoppers.identifyAccount(sql, store, mail)
    return words.identity.write({ ...given, message: 'This is the account already.' })
  })

  bindStoreAct(app, context, words.undoMerge, async (store, { sql, fields }) => {
    const { shopperId } = readClaim(store, fields.regid)
    const named = fields.email === undefined ? null : accountId(store.tokenKey, fields.email)
    await undoMerge(sql, store, shopperId, named)
    return {
      answer: { message: 'The guest has back what was moved to the account.' },
      entry: { facts: { guestId: shopperId, accountId: named } },
    }
  })

  bindStoreAct(app, context, words.endSessions, async (store, { sql, fields, afterwards }) => {
    const shopperId = shopperNamed(store, fields)
    await shoppers.endSessions(sql, store, shopperId)
    afterwards(async () => context.stores.forget(store))
    return { answer: { message: 'Every session of this shopper has ended.' }, entry: { facts: { shopperId } } }
  })

  bindStore(app, context, words.whoAmI, async (store) =>
    words.storeCaller.write({ pid: store.pid, application: 'StoreadminApi' }),
  )
}

const ofGuest = { message: 'Regid generated using the uuid.' }

const isGuest = (fields: IdentifyFields): fields is { uuid: string } =>
  typeof fields.uuid === 'string' && fields.email === undefined && isUserAgentType(fields.userAgentType)

/** The most frequent call, with the same answer for the same uuid, so the answer's text is memoized. */
const writeGuestIdentity = memoizePerStore(
  (key: TokenKey, sent: string) => {
    const identity = shoppers.identityOf(key, 'guest', guestId(key, readUuid(sent)), 0)
    return JSON.stringify(words.identity.write({ ...identity, ...ofGuest }))
  },
  (sent) => sent,
)

type IdentifyFields = { uuid?: unknown; email?: unknown; userAgentType?: unknown }

/**
 * An e-mail address, if sent, must be valid; without one, the uuid must be valid. With a valid address, an invalid uuid is
 * ignored. The user agent's type is checked last, so that an empty call is refused with `invalid-uuid`.
 */
function readIdentifyFields(fields: IdentifyFields): { uuid?: string; email?: string } {
  const mail = fields.email === undefined ? undefined : requireEmail(fields.email)
  const uuid = mail ? uuidV4.safeParse(fields.uuid).data : readUuid(fields.uuid)
  requireUserAgentType(fields.userAgentType)
  return { ...(uuid && { uuid }), ...(mail && { email: mail }) }
}

function readUuid(sent: unknown): string {
  const uuid = uuidV4.safeParse(sent)
  if (!uuid.success) throw badField([identifyNames.uuid], 'must be a UUID v4 (RFC 4122)')
  return uuid.data
}

function requireEmail(sent: unknown): string {
  const mail = email.safeParse(sent)
  if (!mail.success) throw badField([identifyNames.email], 'must be an e-mail address')
  return mail.data
}

const userAgentType = requiredText(512)

const isUserAgentType = (sent: unknown) => userAgentType.safeParse(sent).success

function requireUserAgentType(sent: unknown): void {
  if (!isUserAgentType(sent))
    throw badField([identifyNames.userAgentType], 'is required: the type of the calling user agent')
}

function readClaim(store: Store, sent: unknown): RegidClaim {
  const claim = typeof sent === 'string' ? readRegid(store.tokenKey, sent.trim()) : null
  if (!claim) throw badRegid()
  return claim
}

function shopperNamed(store: Store, fields: { regid?: string | undefined; email?: string | undefined }): string {
  if (fields.regid !== undefined) return readClaim(store, fields.regid).shopperId
  const mail = email.safeParse(fields.email)
  if (!mail.success) throw badField([identityNames.regid], 'or an e-mail address is required')
  return accountId(store.tokenKey, mail.data)
}
