/** Notifications in the browser; the store's page asks for them with the public key. */
import { createECDH } from 'node:crypto'
import { type IntegrationType, patternOf, secretOf, urlOf } from './integration-type.ts'

const key = /^[A-Za-z0-9_-]{40,200}$/

/** A key pair as browsers want it: an uncompressed point of P-256 and its secret, base64url. */
function makeKeys() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const secret = Buffer.alloc(32)
  const made = pair.getPrivateKey()
  // Node leaves leading zeros out.
  made.copy(secret, 32 - made.length)
  return { 'public-key': pair.getPublicKey().toString('base64url'), 'private-key': secret.toString('base64url') }
}

export const webPush: IntegrationType = {
  kind: 'web-push',
  title: 'Web push',
  what: 'Shows alerts as notifications of the browser; needs a service worker on the store’s own pages',
  fields: {
    subject: patternOf(
      'Whom a push service may write to',
      'must be mailto: and an address, or an https address',
      /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
      {
        required: true,
      },
    ),
    'public-key': patternOf('The VAPID public key; made when left out', 'must be a VAPID key', key),
    'private-key': secretOf('The VAPID private key; made when left out'),
    'icon-url': urlOf('The picture beside a notification'),
  },
  make: makeKeys,
}
