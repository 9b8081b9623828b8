import { expect, test } from 'vitest'
import { topicNamed } from '../rules/standard-topics.ts'
import { readSettings } from '../settings/settings.ts'
import { type FollowedMessage, whyNoFollowUp } from './follow-up-rule.ts'

const sentAt = new Date('2026-05-01T10:00:00Z')
const later = new Date('2026-05-02T10:00:00Z')
const message: FollowedMessage = {
  ...{ subscriptionId: 's', topicName: 'backinstock', status: 'told', variantId: 'v', medium: 'email', quantity: 1 },
  ...{ waitingSince: new Date('2026-04-01'), targetPrice: null, priceWhenSaved: null, toldTriggerId: 't' },
  ...{ triggerId: 't', triggerVariantId: 'v', sentAt, messageStatus: 'sent', hasOpenOffer: false },
  ...{ pacing: 'everyone', isLive: true, offerRatio: null, minStock: null },
}
const inStock = { stock: 3, isCounted: true, isDeleted: false, price: 20 }
const backInStock = topicNamed([], 'backinstock')
const topic = { ...backInStock, rule: 'back-in-stock' as const }

const why = (more: Partial<FollowedMessage> = {}, variant = inStock, settings = { 'follow-up': '2d' }) =>
  whyNoFollowUp({ ...message, ...more }, { topic, variant }, { settings: readSettings(settings) })

test('told, not bought, still in stock: there is a follow-up', () => {
  expect(why()).toBe(null)
  expect(why({ status: 'waiting' })).toBe(null)
})

test.each<[string, Partial<FollowedMessage>]>([
  ['bought', { status: 'bought' }],
  ['left', { status: 'left' }],
  ['suppressed', { status: 'suppressed' }],
  ['not-arrived', { messageStatus: 'failed' }],
  ['moved-since', { variantId: 'w' }],
  ['asked-again', { status: 'waiting', waitingSince: later }],
  ['notified-again', { toldTriggerId: 'u' }],
  ['medium-off', { medium: 'fax' }],
])('none: %s', (reason, more) => {
  expect(why(more)).toBe(reason)
})

test('none where it is sold out, no longer sold, or switched off since', () => {
  expect(why({}, { ...inStock, stock: 0 })).toBe('sold-out')
  expect(why({}, { ...inStock, isDeleted: true })).toBe('product-gone')
  expect(why({}, inStock, { 'follow-up': 'off' })).toBe('follow-up-off')
})
