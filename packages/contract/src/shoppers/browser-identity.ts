/** Identity for browsers. They have no API key, so a token signed by the store's server proves who logged in. */
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
  summary: 'Issue the regid and session of a guest to a browser: a new guest, or the guest of its UUID v4',
  fields: resource(identifyNames, { uuid: optional(uuidV4), userAgentType: optional(requiredText(512)) }),
  answer: identity.wire.strict(),
  refusals: [[400, 'invalid-uuid']],
})

export const syncShopper = endpoint({
  method: 'POST',
  path: '/api/v3/lists/user-validate-sync',
  auth: 'shopper',
  tag: 'Identity',
  summary: 'Merge the lists and alerts of a browser’s guest into the account in a token that the store’s server signed',
  // Optional here, because a missing token has an error type of its own.
  fields: resource(browserNames, { identity: optional(requiredText(4096)) }),
  alsoRequired: ['identity'],
  answer: identity.wire.strict(),
  refusals: [
    [401, 'identity-required'],
    [401, 'invalid-identity'],
    [409, 'other-account'],
  ],
})
