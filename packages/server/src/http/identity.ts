/** Identity over HTTP: generate-regid, end-sessions, storeadmin/me. */
import { badField } from '@heartbell/contract/errors'
import { email, requiredText, uuidV4 } from '@heartbell/contract/fields'
import { endSessions, generateRegid, identity, storeCaller, whoAmI } from '@heartbell/contract/identity'
import { identifyNames, identityNames } from '@heartbell/contract/names'
import { badRegid } from '@heartbell/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { linkGuest } from '../domain/merges.ts'
import * as shoppers from '../domain/shoppers.ts'
import { accountId, readRegid } from '../domain/tokens.ts'
import { bindStore } from './bind.ts'
import type { Rooms } from './rooms.ts'

export function identityRoutes(app: FastifyInstance, rooms: Rooms): void {
  const { sql } = rooms

  bindStore(app, rooms, generateRegid, async (store, { fields }) => {
    const who = readWho(fields)
    if (who.uuid === undefined) {
      const given = await shoppers.identifyAccount(sql, store, who.email!)
      return identity.write({ ...given, message: 'Regid generated using the email.' })
    }
    if (who.email === undefined) {
      const given = await shoppers.identifyGuest(sql, store, who.uuid)
      return identity.write({ ...given, message: 'Regid generated using the uuid.' })
    }
    const given = await linkGuest(sql, store, who.uuid, who.email)
    return identity.write({ ...given, message: 'Regid generated using the email; the guest’s lists now belong to it.' })
  })

  bindStore(app, rooms, endSessions, async (store, { fields }) => {
    await shoppers.endSessions(sql, store, shopperNamed(store, fields))
    return { message: 'Every session of this shopper has ended.' }
  })

  bindStore(app, rooms, whoAmI, async (store) => storeCaller.write({ pid: store.pid, application: 'StoreadminApi' }))
}

/**
 * Contract 2: an e-mail that was sent must be good; without one, the uuid must be. Where there is a good e-mail, a uuid that
 * is none says nothing. The user agent's type is asked for last, so that an empty call hears `invalid-uuid` (spec 7).
 */
function readWho(fields: { uuid?: unknown; email?: unknown; userAgentType?: unknown }): {
  uuid?: string
  email?: string
} {
  const uuid = uuidV4.safeParse(fields.uuid)
  const mail = email.safeParse(fields.email)
  if (fields.email !== undefined && !mail.success) throw badField([identifyNames.email], 'must be an e-mail address')
  if (!uuid.success && !mail.success) throw badField([identifyNames.uuid], 'must be a UUID v4 (RFC 4122)')
  if (!requiredText(512).safeParse(fields.userAgentType).success)
    throw badField([identifyNames.userAgentType], 'is required: the kind of user agent that asks')
  return { ...(uuid.success && { uuid: uuid.data }), ...(mail.success && { email: mail.data }) }
}

function shopperNamed(
  store: { tokenKey: Parameters<typeof readRegid>[0] },
  fields: { regid?: string | undefined; email?: string | undefined },
): string {
  if (fields.regid !== undefined) {
    const claim = readRegid(store.tokenKey, fields.regid)
    if (!claim) throw badRegid()
    return claim.shopperId
  }
  const mail = email.safeParse(fields.email)
  if (!mail.success) throw badField([identityNames.regid], 'or an e-mail address is required')
  return accountId(store.tokenKey, mail.data)
}
