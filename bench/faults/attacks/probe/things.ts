/** Everything of the victim that a call can name, and for each a twin of the same form that does not exist. */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Store } from '../../../../packages/server/src/domain/stores/stores.ts'
import type { People, Person } from './people.ts'
import type { ShopperData, StaffData } from './victim.ts'

export type Words = Record<string, string>

/** `openTo`: who may see it. `shop`: every visitor of the victim's shop. */
export type Thing = {
  name: string
  real: Words
  other: Words
  /** If the route has none of these fields, it goes into every field that could contain an id. */
  isId?: boolean
  openTo?: 'shop'
  /** Knowing it proves ownership: a guest's browser has nothing else. */
  isProof?: boolean
  /** No value of its form is unused, so there is no twin. */
  hasNoTwin?: boolean
  /** The attacker's own store may know one of the two values by now. */
  isTyped?: boolean
  headers?: { real: Words; other: Words }
}

const same = (words: readonly string[], value: string): Words => Object.fromEntries(words.map((word) => [word, value]))

const thing = (
  name: string,
  words: readonly string[],
  real: string,
  other: string,
  more: Partial<Thing> = {},
): Thing => ({
  name,
  real: same(words, real),
  other: same(words, other),
  ...more,
})

const id = (name: string, words: readonly string[], real: string): Thing =>
  thing(name, words, real, randomUUID(), { isId: true })

const listWords = ['lid', 'fromlid', 'listId', 'list', 'id']

function list(name: string, store: Store, lid: string, more: Partial<Thing> = {}): Thing {
  const unknown = store.prefix + randomUUID().replaceAll('-', '')
  const words = (one: string) => ({ ...same(listWords, one), lids: JSON.stringify([one]) })
  return { name: `${name} list`, real: words(lid), other: words(unknown), isId: true, ...more }
}

const addressWords = ['useremail', 'mediumvalue', 'email', 'address', 'toemail', 'to', 'q']
/** The twin is an address that was never used. */
const address = (name: string, real: string): Thing =>
  thing(name, addressWords, real, `nobody-${randomBytes(4).toString('hex')}@shopper.example`, { isTyped: true })

const personWords = ['email', 'to', 'q']

const token = () => randomBytes(32).toString('base64url')
const hashHex = (text: string) => createHash('sha256').update(text).digest('hex')

/** An identity token as a shop's server signs it, but with the secret of another store. */
function identityOf(secret: string, email: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const head = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ email, iat: now, exp: now + 60 })}`
  return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`
}

export type Invitation = { invitationId: string; token: string }

/** The victim's owner invites this address after the actor has probed. */
export const addressToBe = (expected: string): Thing =>
  thing('address to be invited', personWords, expected, `not-${expected}`)

/** An invitation may turn a twin's address into a real user, so each actor gets a twin of its own. */
export const withOwnTwin = (thing: Thing, actor: number): Thing =>
  thing.other.userId === undefined || thing.other.email === undefined
    ? thing
    : { ...thing, other: { ...thing.other, ...same(personWords, `${actor}-${thing.other.email}`) } }

export type Victim = {
  store: Store
  shopperData: ShopperData
  staffData: StaffData
  people: People
  owner: Person
  ownerCookie: string
  cursors: string[]
  invitation: Invitation
}

export function listThings(victim: Victim, attackerSecret: string): Thing[] {
  const { store, shopperData, staffData, people, owner, ownerCookie, cursors, invitation } = victim
  const { lists, ids, email, tokens, guest, merged } = shopperData
  const session = ownerCookie.split('=')[1]!
  const variantWords = ['variantId', 'variant', 'epi', 'empi', 'product', 'q', 'epis', 'empis']
  const alert = (subscription: string, trigger: string) => `a:${subscription}:${trigger}:email`
  const shopOpen = { openTo: 'shop' } as const
  return [
    list('private', store, lists.private),
    list('public', store, lists.public, shopOpen),
    list('archived', store, lists.archived),
    list('saved', store, lists.saved),
    list('guest’s', store, lists.guest),
    list('merged', store, lists.merged),
    address('shopper’s address', email),
    thing('shopper’s phone', ['mediumvalue', 'phone', 'q'], shopperData.phone, '+4915199999999', { isTyped: true }),
    thing('regid', ['regid'], tokens.regid, token()),
    thing('guest’s uuid', ['uuid'], guest.uuid, randomUUID(), { isProof: true }),
    thing('merged guest’s uuid', ['uuid'], merged.uuid, randomUUID(), { isProof: true }),
    thing('variant', variantWords, '7700101', '8800101', shopOpen),
    id('subscription', ['subscriptionId', 'alert', 'id'], ids.subscription),
    id('trigger', ['triggerId'], ids.trigger),
    id('consent', ['consentId'], ids.consent),
    id('merge', ['mergeId'], ids.merge),
    id('feed run', ['runId'], staffData.runId),
    id('request to erase', ['redactionId'], staffData.redactionId),
    id('data export', ['exportId'], staffData.exportId),
    thing('message', ['message'], `m:${ids.message}`, `m:${randomUUID()}`),
    thing('alert', ['message'], alert(ids.subscription, ids.trigger), alert(randomUUID(), randomUUID())),
    id('webhook endpoint', ['endpointId', 'endpoint', 'id'], staffData.endpointId),
    id('webhook event', ['eventId', 'eventid'], staffData.eventId),
    thing('webhook’s address', ['url'], staffData.webhookUrl, 'https://hooks.shop.example/nobody'),
    thing(
      'API key',
      ['keyId'],
      staffData.keyId,
      staffData.keyId.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
      { isId: true },
    ),
    thing('topic', ['topic'], staffData.topic, 'topic-nobody'),
    thing('file that was read', ['file'], staffData.file, 'file-nobody', { hasNoTwin: true }),
    ...cursors.map((cursor, place) =>
      thing(`cursor ${place + 1}`, ['after', 'cursor', 'next'], cursor, '', { hasNoTwin: true }),
    ),
    thing('owner', ['userId', ...personWords], owner.user.userId, randomUUID(), {
      real: { userId: owner.user.userId, ...same(personWords, owner.email) },
      other: { userId: randomUUID(), ...same(personWords, 'nobody@victim.example') },
    }),
    thing('member without a password', [], '', '', {
      real: { userId: people.invited.user.userId, ...same(personWords, people.invited.email), role: 'viewer' },
      other: { userId: randomUUID(), ...same(personWords, 'nobody2@victim.example'), role: 'viewer' },
    }),
    thing('operator', [], '', '', {
      real: { userId: people.operator.user.userId, ...same(personWords, people.operator.email), role: 'viewer' },
      other: { userId: randomUUID(), ...same(personWords, 'nobody3@victim.example'), role: 'viewer' },
    }),
    id('invitation', ['invitationId'], invitation.invitationId),
    // Found by somebody else: the invitation is for one address, and names it.
    thing('invitation of somebody else', ['token'], invitation.token, token(), { isProof: true, hasNoTwin: true }),
    thing('session of the owner', ['sessionId'], hashHex(session), hashHex(token())),
    thing('session token of the owner', ['token'], session, token()),
    thing(
      'identity token of another store',
      ['identity'],
      identityOf(attackerSecret, email),
      identityOf(attackerSecret, 'nobody@shopper.example'),
    ),
    {
      ...thing('answer that was remembered', [], '', ''),
      headers: {
        real: { 'idempotency-key': staffData.idempotencyKey },
        other: { 'idempotency-key': staffData.otherKey },
      },
    },
  ]
}
