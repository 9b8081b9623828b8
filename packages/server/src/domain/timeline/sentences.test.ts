/** Each reason is a sentence in both languages of the dashboard. */
import { expect, test } from 'vitest'
import { sentenceOf } from './sentences.ts'
import * as german from './sentences-de.ts'
import * as english from './sentences-en.ts'

// proves C8.4.next
test('an offer says when the next in line is notified, in the store’s time zone', () => {
  const facts = { number: 1, outOf: 5, lapsesAt: '2026-11-15T19:36:00+00:00' }
  const say = (timeZone: string) => sentenceOf({ step: 'told', reason: 'offer-opened', facts }, { timeZone })
  expect(say('UTC')).toMatch(/^notified: offer 1 of 5, the next at Nov 15, 7:36.PM UTC$/)
  expect(say('Europe/Berlin')).toMatch(/at Nov 15, 8:36.PM GMT\+1$/)
  expect(say('Asia/Tokyo')).toMatch(/at Nov 16, 4:36.AM GMT\+9$/)
})

test('a step without its facts is still a sentence', () => {
  expect(sentenceOf({ step: 'told', reason: 'offer-opened', facts: {} }, { timeZone: 'UTC' })).toMatch(
    /^notified: offer 0 of 0/,
  )
  expect(sentenceOf({ step: 'waiting', reason: 'no-such-reason', facts: {} }, { timeZone: 'UTC' })).toBe(
    'waiting: no such reason',
  )
})

test('every reason with a sentence has one in both languages', () => {
  expect(Object.keys(german.sentences).sort()).toEqual(Object.keys(english.sentences).sort())
})

test('a restock that did not reach somebody is told with the figures of that moment, in both languages', () => {
  const facts = { stock: 5, cause: 'restock', planned: 6, reached: '2026-11-03T09:12:00+00:00' }
  const line = { step: 'waiting', reason: 'not-reached', facts }
  expect(sentenceOf(line, { timeZone: 'UTC' })).toMatch(
    /^waiting: not reached by the restock of 5: 6 notified, the last of them waiting since Nov 3, 9:12.AM UTC$/,
  )
  expect(sentenceOf(line, { timeZone: 'UTC', language: 'de' })).toMatch(
    /^wartet: bei der Lieferung von 5 nicht an der Reihe: 6 benachrichtigt, davon wartet zuletzt jemand seit 3\. Nov\., 09:12 UTC$/,
  )
})
