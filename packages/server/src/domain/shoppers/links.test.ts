/** Links in messages are valid only for the store that created them and only for their purpose. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storePrefix } from '../secrets/ids.ts'
import { makeTokenKey } from '../secrets/tokens.ts'
import * as links from './links.ts'

const makeStore = (storeId: number) => ({ prefix: storePrefix(storeId), tokenKey: makeTokenKey(randomBytes(32)) })
const store = makeStore(81_234_567_890)
const other = makeStore(81_234_567_890)
const until = new Date(1_800_000_000_000)
const subscriptionId = randomUUID()
const sentTo = { subscriptionId, address: 'ada@example.com' }
const claimed = { subscriptionId, addressTag: links.addressTagOf(store, 'ada@example.com') }

const all = {
  click: links.writeClick(store, { subscriptionId, triggerTail: 'deadbeef' }),
  unsubscribe: links.writeUnsubscribe(store, sentTo),
  alerts: links.writeAlerts(store, { ...sentTo, until }),
  confirm: links.writeConfirm(store, subscriptionId),
}

const readers = {
  click: links.readClick,
  unsubscribe: links.readUnsubscribe,
  alerts: links.readAlerts,
  confirm: links.readConfirm,
}

test('a link is read as it was written', () => {
  expect(links.readClick(store, all.click)).toEqual({ subscriptionId, triggerTail: 'deadbeef' })
  expect(links.readUnsubscribe(store, all.unsubscribe)).toEqual(claimed)
  expect(links.readAlerts(store, all.alerts)).toEqual({ ...claimed, until })
  expect(links.readConfirm(store, all.confirm)).toBe(subscriptionId)
})

test('a link of a release that did not name the address is read, without one', () => {
  const body = Buffer.from(subscriptionId.replaceAll('-', ''), 'hex')
  const until = Buffer.from([0x6b, 0x49, 0xd2, 0x00])
  const written = (kind: string, body: Buffer) => {
    const tag = createHmac('sha256', store.tokenKey).update(`link ${kind}\0`).update(body).digest().subarray(0, 15)
    return store.prefix + Buffer.concat([body, tag]).toString('base64url')
  }
  const claim = { subscriptionId, addressTag: null }
  expect(links.readUnsubscribe(store, written('unsubscribe', body))).toEqual(claim)
  expect(links.readAlerts(store, written('alerts', Buffer.concat([body, until])))).toEqual({
    ...claim,
    until: new Date(1_800_000_000_000),
  })
})

test('a link contains its store and is safe in a URL', () => {
  for (const link of Object.values(all)) {
    expect(links.storeOfLink(link)).toBe(81_234_567_890)
    expect(link).toMatch(/^[A-Za-z0-9_-]+$/)
  }
  expect(all.click.length).toBeLessThanOrEqual(48)
})

test('a link is not valid for another purpose or another store', () => {
  for (const [kind, link] of Object.entries(all))
    for (const [readerKind, read] of Object.entries(readers)) {
      expect(read(other, link)).toBeNull()
      if (kind !== readerKind) expect(read(store, link)).toBeNull()
    }
})

test('a link with a changed, removed or added character is refused', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.entries(all)), fc.nat(), fc.integer({ min: 1, max: 63 }), (pair, at, by) => {
      const [kind, link] = pair
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      const place = at % link.length
      const letter = alphabet[(alphabet.indexOf(link[place]!) + by) % 64]
      const read = readers[kind as keyof typeof readers]
      expect(read(store, link.slice(0, place) + letter + link.slice(place + 1))).toBeNull()
      expect(read(store, link.slice(0, place))).toBeNull()
      expect(read(store, link + letter)).toBeNull()
    }),
  )
})

test('any text can be read without an error, and is refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      links.storeOfLink(text)
      for (const read of Object.values(readers)) expect(read(store, text)).toBeNull()
    }),
  )
})
