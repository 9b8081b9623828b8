/** Descriptions of the fields of alerts: subscriptions, topics, orders, timelines and reports. */
import {
  consentNames,
  demandValueNames,
  forecastNames,
  liftNames,
  openOfferNames,
  orderItemNames,
  orderNames,
  reportNames,
  storeSubscriptionNames,
  subscriptionAdditionNames,
  subscriptionCallNames,
  subscriptionNames,
  timelineNames,
  topicNames,
} from '../wire/names.ts'
import type { Names } from '../wire/resource.ts'

type Table = Readonly<Record<string, readonly [sentence: string, example?: unknown]>>

const day = 1_767_225_600_000
const subscription = '0190f3c2-a5d8-7c1e-9b6a-4d2e8f70c135'

export const requestDescriptions: Table = {
  quantity: ['How many units are wanted; 1 by default', 1],
  quantityAlias: ['The same under another name', 1],
  targetPrice: ['In topics about prices: notify when the price is this or lower', 19.9],
  acceptsAny: ['Back in stock: any variant of the product will do; the first that is back is in the message', true],
}

export const topicDescriptions: Table = {
  topics: ['The topics'],
  topic: ['The topic’s name', 'backinstock'],
  rule: ['What triggers its alerts', 'back-in-stock'],
  options: [
    'Options that override the store’s settings: `pacing`, `offer-ratio`, `offer-window`, `min-stock`, `low-stock`, `settle-time`, `holdout`, `holdout-window`; `tag` for coming-soon, `after` for reminder',
    { 'min-stock': '2' },
  ],
  channels: ['The channels its alerts may use', ['email', 'sms']],
  enabled: ['False: it sends no alerts', true],
  products: ['The products: variant ids, or objects with a variant id', [40321]],
  dryRun: ['True: nothing is sent or changed, the answer lists who would be notified', false],
  triggered: ['The variants that somebody waits for', [40321]],
  told: ['Who would be notified; only in a dry run'],
}

const forecastDescriptions: Table = {
  address: ['The e-mail address or phone number', 'ada@shop.example'],
  topic: ['What the alert is about', 'backinstock'],
  variantId: ['The variant', 40321],
  position: ['The place in line', 1],
  at: ['When, in milliseconds since 1970', day],
  reason: ['Why', 'notified: offer 1 of 5'],
}

const orderDescriptions: Table = {
  orderId: ['The order’s id in your shop; sent again, it counts once', '1001'],
  email: ['The buyer’s e-mail address', 'ada@shop.example'],
  phone: ['The buyer’s phone number', '+14155550123'],
  items: ['What was bought'],
  total: ['The order’s total', 24.5],
  at: ['When it was placed, in milliseconds since 1970; now by default', day],
  recorded: ['How many lines are new', 1],
  bought: ['How many alerts ended', 1],
  conversions: ['How many lines an alert led to', 1],
}

const orderItemDescriptions: Table = {
  variantId: ['The variant', 40321],
  quantity: ['How many were bought', 1],
  price: ['The price of one', 24.5],
}

const storeSubscriptionDescriptions: Table = {
  subscriptionId: ['The subscription’s id', subscription],
  address: ['The e-mail address or phone number', 'ada@shop.example'],
  topic: ['What the alert is about', 'backinstock'],
  variantId: ['The variant', 40321],
  status: ['`unconfirmed`, `waiting`, `told`, `bought`, `left`, `expired` or `suppressed`', 'waiting'],
  quantity: ['How many units are wanted', 1],
  targetPrice: ['The price the shopper waits for; null for none', null],
  waitingSince: ['Since when it waits; this decides its place in line', day],
  toldAt: ['When it was last notified; null if never', null],
  createdAt: ['When it was created', day],
  subscriptions: ['The subscriptions'],
  subscription: ['The subscription'],
  timeline: [
    'Its steps, oldest first: facts that never change. For a waiting one, the last is its present place in line (`in-line`)',
  ],
  cursor: ['The start of the next page; null after the last'],
  limit: ['How many a page contains', 100],
  medium: ['`email`, `sms`, `push`, `whatsapp` or `webhook`', 'email'],
  listId: ['Of the owner of this list, for what is in it', '0f3c9a1b5d8e4c1e9b6a4d2e8f70c135'],
  position: ['The place in line, from 1, counted up to ten thousand; null when not waiting', 3],
  offer: ['The open offer; null without one'],
  consents: ['What the address agreed to or refused, newest first, at most 20'],
  note: ['Why, in your words; shown in the timeline and the audit trail', 'asked for it on the phone'],
  all: ['True: all open alerts of the same address', false],
  changed: ['How many alerts this call changed; 0 when it was done already', 1],
  reason: ['`queued`, `planned` (a message is on its way already) or `told-before`', 'queued'],
  confirms: ['Whether the store asks new addresses to confirm', false],
}

const openOfferDescriptions: Table = {
  quantity: ['How many units', 1],
  openedAt: ['When it was opened, in milliseconds since 1970', day],
  lapsesAt: ['When the next in line is notified', day + 7_200_000],
}

const consentDescriptions: Table = {
  purpose: ['`alert` or `marketing`', 'alert'],
  granted: ['False: refused', true],
  textVersion: ['Which text was agreed to', 'of-the-store'],
  text: ['The sentence that the form showed; null if it was not sent', null],
  source: ['Where; `browser-unproven`: typed in by somebody who is not signed in with this address', 'browser'],
  givenAt: ['When, in milliseconds since 1970', day],
}

const timelineDescriptions: Table = {
  at: ['When, in milliseconds since 1970', day],
  step: ['The new state', 'told'],
  reason: ['Why, for programs', 'offer-opened'],
  facts: ['The numbers behind it', { number: 1, outOf: 5 }],
  sentence: ['The same for people', 'notified: offer 1 of 5'],
}

const reportDescriptions: Table = {
  variants: ['The variants that somebody waits for'],
  variantId: ['The variant', 40321],
  waiting: ['How many people wait', 12],
  units: ['How many units they want', 14],
  saved: ['How many lists contain the variant: demand without a subscription', 40],
  days: ['Day by day'],
  day: ['A day in the store’s time zone', '2026-01-01'],
  topic: ['What the alert is about', 'backinstock'],
  planned: ['How many alerts were planned, by the day of the triggering event', 20],
  told: ['How many messages were sent', 20],
  clicked: ['How many links were followed', 9],
  bought: ['How many order lines they led to', 4],
  revenue: ['What these lines cost, by currency; an empty name where no currency is known', { EUR: 98 }],
  cursor: ['The start of the next page; null after the last'],
  limit: ['How many rows a page contains; for alerts, how many days', 31],
}

const demandValueDescriptions: Table = {
  restock: ['Of how many units; 10 unless given', 10],
  conversion: ['How many of those who were notified bought, over the last year'],
  told: ['How many were notified, at least a day ago', 400],
  bought: ['How many of them bought', 60],
  rate: ['With its 95 % interval (Wilson); null for too few'],
  share: ['The share that bought', 0.15],
  low: ['The lower end of the 95 % interval'],
  high: ['The upper end'],
  needed: ['How many more have to be notified for a rate', 0],
  variants: ['The variants that somebody waits for'],
  variantId: ['The variant', 40321],
  price: ['The price', 49],
  waiting: ['Units of people who wait; of a variant, for it to be back, whatever its price', 100],
  saved: ['Units in lists of people who do not wait', 30],
  prices: ['Units wanted at each price or above, from the highest price down; at most 30'],
  weeks: ['Units by the week in which people began to wait'],
  week: ['The Monday of a week in the store’s time zone', '2026-01-05'],
  market: ['The market; null while the store has none', null],
  units: ['How many units', 130],
  expectation: ['What a restock is expected to sell to those who wait; null without a rate'],
  expected: ['With the measured rate'],
  revenue: ['What they cost; null without a price', 735],
  cursor: ['The start of the next page; null after the last'],
  limit: ['How many variants a page contains', 100],
}

const liftDescriptions: Table = {
  days: ['People whose turn came in the last so many days; 90 unless given', 90],
  topics: ['The topics that hold people out, or did'],
  topic: ['What the alert is about', 'backinstock'],
  holdout: ['The share that is held out: 0.05 is 5 %; null: nobody now', 0.05],
  window: ['How long they wait, in milliseconds', 86_400_000],
  notified: ['Those who were notified at once, and whose time is over'],
  heldOut: ['Those who were notified later, and whose time is over'],
  people: ['How many', 1900],
  bought: ['How many of them bought the variant within the time', 285],
  running: ['People of both groups whose time is not over; they are not counted yet', 40],
  state: [
    '`too-few`: no effect is given. `open`: the interval contains 0. `more`, `fewer`: notified people buy more or fewer than others',
    'more',
  ],
  difference: ['Share of buyers among the notified minus that among the held-out; null when too few', 0.08],
  low: ['The lower end of its 95 % interval (Newcombe)', 0.012],
  high: ['The upper end', 0.124],
  needed: [
    'How many more held-out people it takes: for a figure at all, or to decide about an effect of this size; null: none, or too many to wait for',
    null,
  ],
}

const subscriptionDescriptions: Table = {
  address: ['The e-mail address or phone number; `XXXXXX` for a guest', 'ada@shop.example'],
  topic: ['What the alert is about', 'backinstock'],
  variantId: ['The variant: a whole number or text', 40321],
  createdAt: ['Since when this shopper waits, in milliseconds since 1970', day],
  createdBy: [
    'E-mail of the account that subscribed; `XXXXXX` for a guest, null for somebody else',
    'ada@shop.example',
  ],
  updatedBy: ['The same; `XXXXXX` for a guest', 'ada@shop.example'],
  status: [
    '`waiting`, `unconfirmed` (until the shopper confirms), `told` (notified), `bought`, `expired`, or `suppressed` (the address cannot receive messages)',
    'waiting',
  ],
  position: [
    'The place in line for this variant and topic, from 1; null when not waiting. Every request before counts, also one for an address that waits already',
    3,
  ],
  additions: ['What Heartbell adds to the record'],
}

const subscriptionAdditionDescriptions: Table = {
  targetPrice: ['The price this shopper waits for; null for none', 39.9],
  anyVariant: ['Whether any variant of the product will do', false],
}

const callDescriptions: Table = {
  topic: ['What the alert is about', 'backinstock'],
  variantId: ['The variant: a whole number or text', 40321],
  limit: ['How many to return: 1 to 100, 10 by default', 10],
  offset: ['How many to skip', 0],
  total: ['How many there are in all', 1],
  subscriptions: ['The alerts'],
  removed: ['How many this call removed', 1],
}

export const alertDescriptions: [Names, Table][] = [
  [subscriptionNames, subscriptionDescriptions],
  [subscriptionAdditionNames, subscriptionAdditionDescriptions],
  [subscriptionCallNames, callDescriptions],
  [topicNames, topicDescriptions],
  [forecastNames, forecastDescriptions],
  [orderNames, orderDescriptions],
  [orderItemNames, orderItemDescriptions],
  [storeSubscriptionNames, storeSubscriptionDescriptions],
  [openOfferNames, openOfferDescriptions],
  [consentNames, consentDescriptions],
  [timelineNames, timelineDescriptions],
  [reportNames, reportDescriptions],
  [liftNames, liftDescriptions],
  [demandValueNames, demandValueDescriptions],
]
