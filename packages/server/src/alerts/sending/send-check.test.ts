/** The check before sending: every reason to withhold a message, and quiet hours in every time zone. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DueDelivery } from '../../domain/deliveries/deliveries.ts'
import { readTopics, type TopicRow } from '../../domain/rules/standard-topics.ts'
import { readSettings } from '../../domain/settings/settings.ts'
import { isQuiet, knownZone, quietUntil } from '../pacing/quiet-hours.ts'
import { checkDelivery, oldestNews } from './send-check.ts'

const now = new Date('2026-05-04T12:00:00Z')
const hour = 3_600_000

type Changes = { [Part in keyof DueDelivery]?: Partial<DueDelivery[Part]> | null }

function delivery(changes: Changes = {}): DueDelivery {
  const base: DueDelivery = {
    ...{ subscriptionId: 's', triggerId: 't', channel: 'email', medium: 'email', attempts: 1, triedAt: null },
    ...{ createdAt: now, claimedAt: now },
    subscription: {
      ...{
        address: 'ada@example.org',
        topic: 'backinstock',
        variantId: 'v',
        productId: 'p',
        url: '/',
        urlFromStore: true,
        shopperId: null,
      },
      ...{ status: 'waiting', isHeld: true, waitingSince: now, quantity: 1, targetPrice: null, priceWhenSaved: 20 },
      ...{ locale: null, timeZone: null, extras: null, origin: 'asked' },
    },
    trigger: {
      cause: 'restock',
      facts: {},
      pacing: 'everyone',
      createdAt: now,
      supersededAt: null,
      requestId: null,
      isFollowUp: false,
    },
    offer: null,
    variant: {
      ...{ variantId: 'v', productId: 'p', url: null, variantUrl: null, title: 'A shirt', brand: null, sku: null },
      ...{ variantInfo: null, imageUrl: null, price: 10, compareAtPrice: null, currency: 'EUR', tags: [] },
      ...{ tracked: true, sellsWhenEmpty: false, stock: 5, isDeleted: false },
    },
    topic: null,
  }
  const parts = Object.entries(changes).map(([name, part]) => {
    const before = base[name as keyof DueDelivery]
    return [
      name,
      part !== null && typeof part === 'object' && before !== null ? { ...(before as object), ...part } : part,
    ]
  })
  return { ...base, ...Object.fromEntries(parts) }
}

const store = (settings: Record<string, string> = {}, topics: TopicRow[] = []) => ({
  settings: readSettings(settings),
  topics: readTopics(topics),
})

const topic = (more: Partial<TopicRow>): TopicRow => ({
  ...{ topic: 'cheaper', rule: 'price-drop', options: {}, channels: ['email'], enabled: true },
  ...more,
})

const unknown = { isSuppressed: false, sentAt: [] }
const openOffer = {
  quantity: 1,
  openedAt: now,
  lapsesAt: new Date(now.getTime() + hour),
  closedBy: null,
  hasNext: true,
}

describe('what is withheld', () => {
  const cheaper = { subscription: { topic: 'cheaper' } }
  const settings = store({ 'min-stock': '3' }, [topic({}), topic({ topic: 'off', rule: 'manual', enabled: false })])
  test.each<[string, Changes]>([
    ['left', { subscription: { status: 'left', isHeld: false } }],
    ['bought', { subscription: { status: 'bought', isHeld: false } }],
    ['superseded', { trigger: { supersededAt: now } }],
    ['told-before', { subscription: { status: 'told', isHeld: false } }],
    ['offer-withdrawn', { offer: { ...openOffer, closedBy: 'withdrawn' } }],
    ['offer-lapsed', { offer: { ...openOffer, lapsesAt: now } }],
    ['sold-out', { variant: { stock: 2 } }],
    ['sold-out', { variant: { stock: 0 }, offer: openOffer }],
    ['product-gone', { variant: { isDeleted: true } }],
    ['topic-disabled', { subscription: { topic: 'off' } }],
    ['too-late', { trigger: { createdAt: new Date(now.getTime() - oldestNews - 1) } }],
    ['price-up-again', { ...cheaper, variant: { price: 20 } }],
    ['price-up-again', { subscription: { topic: 'cheaper', targetPrice: 9 } }],
    ['price-unknown', { ...cheaper, variant: { price: null } }],
    ['price-unknown', { ...cheaper, variant: null }],
  ])('%s (%#)', (reason, changes) => {
    expect(checkDelivery(delivery(changes), unknown, settings, now)).toEqual({ kind: 'withheld', reason })
  })

  test.each<[string, Changes]>([
    ['stock that is enough', {}],
    ['an open offer, though stock fell below the least', { variant: { stock: 1 }, offer: openOffer }],
    ['what is sold without stock', { variant: { stock: 0, sellsWhenEmpty: true } }],
    ['what the catalog does not know', { variant: null }],
    ['what nobody counts', { variant: { stock: 0, tracked: false } }],
    ['news of just a week', { trigger: { createdAt: new Date(now.getTime() - oldestNews) } }],
    ['a price nobody knows, where stock is what counts', { variant: { price: null } }],
    ['a price that rose, where stock is what counts', { variant: { price: 30 } }],
    ['a price that is still lower', cheaper],
    ['a topic told by hand, whatever the stock', { subscription: { topic: 'news' }, variant: { stock: 0 } }],
  ])('not %s', (_, changes) => {
    expect(checkDelivery(delivery(changes), unknown, settings, now)).toEqual({ kind: 'send' })
  })

  test('a topic’s own minimum stock overrides the store’s, whether higher or lower', () => {
    const own = (least: string, stock: number) => {
      const topics = [topic({ topic: 'backinstock', rule: 'back-in-stock', options: { 'min-stock': least } })]
      return checkDelivery(delivery({ variant: { stock } }), unknown, store({ 'min-stock': '3' }, topics), now)
    }
    expect(own('5', 4)).toEqual({ kind: 'withheld', reason: 'sold-out' })
    expect(own('5', 5)).toEqual({ kind: 'send' })
    expect(own('1', 1)).toEqual({ kind: 'send' })
  })

  test('a suppressed address', () => {
    const verdict = checkDelivery(delivery(), { isSuppressed: true, sentAt: [] }, settings, now)
    expect(verdict).toEqual({ kind: 'withheld', reason: 'suppressed' })
  })
})

describe('what is postponed', () => {
  const night = { 'quiet-hours': '11-14' }

  // proves C7.quiet-hours
  test('an SMS waits for the recipient’s own morning, a mail only where the store says so', () => {
    const sms = (timeZone: string | null) => delivery({ medium: 'sms' as never, subscription: { timeZone } })
    const later = (until: string) => ({ kind: 'later', reason: 'quiet-hours', until: new Date(until) })
    expect(checkDelivery(sms(null), unknown, store(night), now)).toEqual(later('2026-05-04T14:00:00Z'))
    expect(checkDelivery(sms('Europe/Berlin'), unknown, store(night), now)).toEqual({ kind: 'send' })
    expect(checkDelivery(sms('Mars/Base'), unknown, store({ ...night, timezone: 'Asia/Kolkata' }), now)).toEqual({
      kind: 'send',
    })
    expect(checkDelivery(sms('Mars/Base'), unknown, store(night), now)).toEqual(later('2026-05-04T14:00:00Z'))
    expect(checkDelivery(delivery(), unknown, store(night), now)).toEqual({ kind: 'send' })
    const alsoMail = store({ ...night, 'quiet-channels': 'email,sms' })
    expect(checkDelivery(delivery(), unknown, alsoMail, now)).toEqual(later('2026-05-04T14:00:00Z'))
    const whatsapp = delivery({ medium: 'whatsapp' as never })
    for (const [channels, expected] of [
      ['sms,push', later('2026-05-04T14:00:00Z')],
      ['whatsapp', later('2026-05-04T14:00:00Z')],
      ['push', { kind: 'send' }],
    ] as const)
      expect(checkDelivery(whatsapp, unknown, store({ ...night, 'quiet-channels': channels }), now)).toEqual(expected)
  })

  test('an address at its cap waits until the oldest that counts is old enough', () => {
    const ago = (hours: number) => new Date(now.getTime() - hours * hour)
    const capped = store({ 'frequency-cap': '2/1d' })
    const heard = (...hours: number[]) => ({ isSuppressed: false, sentAt: hours.map(ago) })
    expect(checkDelivery(delivery(), heard(30, 3), capped, now)).toEqual({ kind: 'send' })
    const inFourHours = { kind: 'later', reason: 'frequency-cap', until: new Date(now.getTime() + 4 * hour) }
    expect(checkDelivery(delivery(), heard(3, 20, 23), capped, now)).toEqual(inFourHours)
    expect(checkDelivery(delivery(), heard(20, 3, 23), capped, now)).toEqual(inFourHours)
    expect(checkDelivery(delivery(), heard(20, 3), capped, now)).toEqual(inFourHours)
    expect(checkDelivery(delivery(), heard(24, 3), capped, now)).toEqual({ kind: 'send' })
  })
})

describe('quiet hours', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
  ]
  const instant = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2028, 0, 1) }).map((millis) => new Date(millis))
  /** The nights on which clocks change, to the second. */
  const change = fc
    .tuple(
      fc.constantFrom('2026-03-08T07:00Z', '2026-03-29T01:00Z', '2026-10-25T01:00Z', '2026-10-03T15:30Z'),
      fc.integer({ min: -90_000, max: 90_000 }),
    )
    .map(([text, seconds]) => new Date(Date.parse(text) + seconds * 1000))
  const hours = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 23 }))
    .map(([from, length]) => ({ from, to: (from + length) % 24 }))

  test('nothing is sent inside them, and everything is sent within two days, also when clocks change', () => {
    fc.assert(
      fc.property(hours, fc.constantFrom(...zones), fc.oneof(instant, change), (quiet, zone, at) => {
        const until = quietUntil(quiet, zone, at)
        expect(until === null).toBe(!isQuiet(quiet, zone, at))
        if (!until) return
        expect(isQuiet(quiet, zone, until)).toBe(false)
        expect(until.getTime() - at.getTime()).toBeGreaterThan(0)
        expect(until.getTime() - at.getTime()).toBeLessThanOrEqual(49 * hour)
        // The moment before is still quiet, so no message waits longer than needed.
        expect(isQuiet(quiet, zone, new Date(until.getTime() - 1))).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  test.each([
    ['by day', { from: 11, to: 14 }, [11, 12, 13]],
    ['over midnight', { from: 22, to: 3 }, [22, 23, 0, 1, 2]],
    ['to midnight', { from: 22, to: 0 }, [22, 23]],
    ['from midnight', { from: 0, to: 2 }, [0, 1]],
  ])('%s: from the first hour on, and no longer in the last', (_, quiet, expected) => {
    const hours = Array.from({ length: 24 }, (_, hour) => hour)
    const at = (hour: number, minute: number) => new Date(Date.UTC(2026, 4, 4, hour, minute))
    const quietOnes = hours.filter((hour) => isQuiet(quiet, 'UTC', at(hour, 0)))
    expect(new Set(quietOnes)).toEqual(new Set(expected))
    expect(hours.filter((hour) => isQuiet(quiet, 'UTC', at(hour, 59)))).toEqual(quietOnes)
  })

  test('an invalid time zone is replaced by the next one', () => {
    expect(knownZone('Mars/Base', 'Asia/Tokyo')).toBe('Asia/Tokyo')
    expect(knownZone(null, 'no')).toBe('UTC')
  })
})
