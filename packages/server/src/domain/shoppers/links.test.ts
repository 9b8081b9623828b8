/** Links in messages are valid only for the store that created them and only for their purpose. */
import { randomBytes, randomUUID } from 'node:crypto'
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

const all = {
  click: links.writeClick(store, { subscriptionId, triggerTail: 'deadbeef' }),
  unsubscribe: links.writeUnsubscribe(store, subscriptionId),
  alerts: links.writeAlerts(store, { subscriptionId, until }),
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
  expect(links.readUnsubscribe(store, all.unsubscribe)).toBe(subscriptionId)
  expect(links.readAlerts(store, all.alerts)).toEqual({ subscriptionId, until })
  expect(links.readConfirm(store, all.confirm)).toBe(subscriptionId)
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
