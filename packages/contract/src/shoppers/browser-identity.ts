/** Who a shopper is, asked from a browser: it has no API key, so the store's server vouches for whoever logged in (contract 2). */
import { endpoint } from '../wire/endpoint.ts'
import { optional, requiredText, uuidV4 } from '../wire/fields.ts'
import { browserNames, identifyNames } from '../wire/names.ts'
import { resource } from '../wire/resource.ts'
import { identity } from './identity.ts'

export const registerGuest = endpoint({
  method: 'POST',
  path: '/api/v3/provider/register',
  auth: 'open',
  tag: 'Identity',
  summary: 'Give a browser the regid and session of a guest, a new one or the one of its UUID v4',
  fields: resource(identifyNames, { uuid: optional(uuidV4), userAgentType: optional(requiredText(512)) }),
  answer: identity.wire.strict(),
  refusals: [[400, 'invalid-uuid']],
})

export const syncShopper = endpoint({
  method: 'POST',
  path: '/api/v3/lists/user-validate-sync',
  auth: 'shopper',
  tag: 'Identity',
  summary: 'Move the lists and alerts of a browser’s guest to the account that the store’s server vouches for',
  // Left out by older callers, who are told so.
  fields: resource(browserNames, { identity: optional(requiredText(4096)) }),
  alsoRequired: ['identity'],
  answer: identity.wire.strict(),
  refusals: [
    [401, 'identity-required'],
    [401, 'invalid-identity'],
    [409, 'other-account'],
  ],
})
