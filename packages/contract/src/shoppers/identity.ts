/** A shopper's identity: regid and session, merging a guest into an account, and undoing it. */
import { z } from 'zod'
import { documentedAs } from '../wire/documented.ts'
import { endpoint } from '../wire/endpoint.ts'
import { email, optional, requiredText, uuidV4 } from '../wire/fields.ts'
import { callerNames, identifyNames, identityNames } from '../wire/names.ts'
import { resource } from '../wire/resource.ts'
import { emailMistakes, refusingWrongNames } from '../wire/wrong-names.ts'

/** Characters that need no URL encoding, because some callers encode twice and some not at all. */
const token = z.string().regex(/^[A-Za-z0-9_-]+$/)

export const identity = resource(identityNames, { regid: token, sessionId: token, message: z.string() })

export const generateRegid = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/user/generate-regid',
  aliases: ['/storeadmin/user/generate-regid'],
  auth: 'store',
  tag: 'Identity',
  summary: 'Issue the regid and session of a guest (by UUID v4) or of a logged-in shopper (by e-mail), or link the two',
  // Not validated here: a rule of the server decides between uuid and e-mail, and which error comes first.
  fields: resource(identifyNames, {
    uuid: optional(documentedAs(z.unknown(), uuidV4)),
    email: optional(documentedAs(z.unknown(), email)),
    userAgentType: optional(documentedAs(z.unknown(), requiredText(512))),
  }),
  alsoRequired: ['userAgentType'],
  answer: identity.wire.strict(),
  refusals: [
    [400, 'invalid-uuid'],
    [400, 'invalid-useremail'],
    [400, 'invalid-useragenttype'],
  ],
})

const syncNames = { ...identityNames, ...identifyNames } as const
const regid = optional(documentedAs(z.unknown(), requiredText(200)))

export const syncGuest = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/user/guest-validate-sync',
  auth: 'store',
  tag: 'Identity',
  summary: 'Merge a guest’s lists and alerts into the account of a shopper who logged in',
  // Not validated here, so that a regid of another store is refused before other fields are checked.
  fields: resource(syncNames, {
    regid,
    email: optional(documentedAs(z.unknown(), email)),
    userAgentType: optional(documentedAs(z.unknown(), requiredText(512))),
  }),
  alsoRequired: ['regid', 'email', 'userAgentType'],
  answer: identity.wire.strict(),
  refusals: [
    [400, 'invalid-useremail'],
    [400, 'invalid-useragenttype'],
    [401, 'sw-badregid'],
    [409, 'other-account'],
  ],
})

export const undoMerge = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/user/undo-merge',
  auth: 'store',
  tag: 'Identity',
  act: 'merge-undone',
  summary: 'Undo the merges of a guest in the last 30 days: the guest gets back what they moved to an account',
  fields: refusingWrongNames(resource(syncNames, { regid, email: optional(email) }), emailMistakes),
  alsoRequired: ['regid'],
  answer: resource(identityNames, { message: z.string() }).wire.strict(),
  refusals: [
    [400, 'invalid-useremail'],
    [401, 'sw-badregid'],
    [404, 'nothing-to-undo'],
  ],
})

export const endSessions = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/user/end-sessions',
  auth: 'store',
  tag: 'Identity',
  act: 'shopper-sessions-ended',
  summary: 'End every session of a shopper, identified by regid or e-mail',
  fields: resource(
    { ...identityNames, email: identifyNames.email },
    { regid: optional(requiredText(200)), email: optional(requiredText(254)) },
  ),
  answer: resource(identityNames, { message: z.string() }).wire.strict(),
})

export const storeCaller = resource(callerNames, { pid: z.string(), application: z.literal('StoreadminApi') })

export const whoAmI = endpoint({
  method: 'GET',
  path: '/storeadmin/me',
  auth: 'store',
  tag: 'Identity',
  summary: 'Fetch the store that the API key belongs to',
  fields: resource({}, {}),
  answer: storeCaller.wire.strict(),
})
