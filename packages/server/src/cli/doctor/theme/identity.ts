/** Doctor's check of signed-in shoppers: a page that knows its customer should carry a signed identity token. */
import { type IdentityTokenFault, readIdentityToken } from '../../../domain/secrets/identity-tokens.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import type { DoctorCheck } from '../check.ts'
import type { HtmlTag } from './html-tags.ts'

const faults: Record<IdentityTokenFault, string> = {
  unsigned: 'is not signed with the identity secret of this store',
  expired: 'has expired: render it with each page, not into a cached one',
  'not-yet': 'is not valid yet: check the clock of your server',
  'too-long': 'is valid for too long: sign it for some minutes',
  'no-address': 'contains no e-mail address',
}

/** What shop systems write into the pages of a customer: a number or address, a class, a link to sign out. */
const customerMarks = [
  /swymCustomer(?:Id|Email)\s*=\s*["']?[^"';\s,]{2,}/,
  /["']?customer_?id["']?\s*:\s*["']?\d{2,}/i,
  /["']cid["']\s*:\s*\d{2,}/,
]

export function checkIdentity(store: Store, script: HtmlTag | undefined, tags: HtmlTag[], code: string): DoctorCheck {
  const name = 'identity'
  const token = script?.attributes['data-identity']
  if (token) {
    const { identityKeys, settings } = store
    const read = readIdentityToken(identityKeys, token.trim(), Date.now(), settings.identityLifetime)
    if ('email' in read) return { name, state: 'ok', says: 'the page has a valid identity token' }
    return { name, state: 'fail', says: `data-identity ${faults[read.fault]}` }
  }
  const isCustomer =
    customerMarks.some((mark) => mark.test(code)) ||
    tags.some(({ name, attributes }) => name === 'body' && /(^|\s)logged-in(\s|$)/.test(attributes.class ?? '')) ||
    tags.some(
      ({ name, attributes }) =>
        name === 'a' && /\/(account\/logout|customer-logout|login\.php\?action=logout)/.test(attributes.href ?? ''),
    )
  if (!isCustomer) return { name, state: 'ok', says: 'the page shows no signed-in customer' }
  const says =
    'the page shows a signed-in customer but has no data-identity: the lists stay in this browser until your server renders a signed token'
  return { name, state: 'warn', says }
}
