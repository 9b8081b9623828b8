import { expect, test } from 'vitest'
import { sentenceOf } from './timeline-sentences.ts'

// proves C8.4.next
test('an offer says when the next in line is notified, in the store’s time zone', () => {
  const facts = { number: 1, outOf: 5, lapsesAt: '2026-11-15T19:36:00+00:00' }
  const say = (timeZone: string) => sentenceOf({ step: 'told', reason: 'offer-opened', facts }, timeZone)
  expect(say('UTC')).toMatch(/^notified: offer 1 of 5, the next at Nov 15, 7:36.PM UTC$/)
  expect(say('Europe/Berlin')).toMatch(/at Nov 15, 8:36.PM GMT\+1$/)
  expect(say('Asia/Tokyo')).toMatch(/at Nov 16, 4:36.AM GMT\+9$/)
})

test('a step without its facts is still a sentence', () => {
  expect(sentenceOf({ step: 'told', reason: 'offer-opened', facts: {} }, 'UTC')).toMatch(/^notified: offer 0 of 0/)
  expect(sentenceOf({ step: 'waiting', reason: 'no-such-reason', facts: {} }, 'UTC')).toBe('waiting: no such reason')
})
