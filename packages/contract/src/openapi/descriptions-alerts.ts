/** What the fields around alerts mean: subscriptions, topics, orders, timelines and reports. */
import {
  forecastNames,
  orderItemNames,
  orderNames,
  reportNames,
  storeSubscriptionNames,
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
  quantity: ['How many units are wanted; 1 if nothing is sent', 1],
  quantityAlias: ['The same by its other name', 1],
  targetPrice: ['Told when the price is down to this, in topics about prices', 19.9],
}

export const topicDescriptions: Table = {
  topics: ['The topics'],
  topic: ['The topic’s name', 'backinstock'],
  rule: ['What makes it speak', 'back-in-stock'],
  options: [
    'What it sets otherwise than the store: `pacing`, `offer-ratio`, `offer-window`, `min-stock`, `low-stock`, `settle-time`; `tag` for coming-soon, `after` for reminder',
    { 'min-stock': '2' },
  ],
  channels: ['Over which channels it may speak', ['email', 'sms']],
  enabled: ['False: it tells nobody', true],
  products: ['The products: their variants as ids, or objects that name them', [40321]],
  dryRun: ['True: nothing is sent or changed, the answer says who would be told', false],
  triggered: ['The variants for which somebody waits', [40321]],
  told: ['Who would be told; only in a dry run'],
}

const forecastDescriptions: Table = {
  address: ['The e-mail address or phone number', 'ada@shop.example'],
  topic: ['What the alert is about', 'backinstock'],
  variantId: ['The variant', 40321],
  position: ['The place in line', 1],
  at: ['When, in milliseconds since 1970', day],
  reason: ['Why', 'told: offer 1 of 5'],
}

const orderDescriptions: Table = {
  orderId: ['The order’s id in your shop; told again, it counts once', '1001'],
  email: ['The buyer’s e-mail address', 'ada@shop.example'],
  phone: ['The buyer’s phone number', '+14155550123'],
  items: ['What was bought'],
  total: ['The order’s sum', 24.5],
  at: ['When it was placed, in milliseconds since 1970; now if nothing is sent', day],
  recorded: ['How many lines were not known yet', 1],
  bought: ['How many alerts came to their end', 1],
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
  waitingSince: ['Since when it waits: its place in line', day],
  toldAt: ['When it was last told; null if never', null],
  createdAt: ['When it was first asked for', day],
  subscriptions: ['The subscriptions'],
  subscription: ['The subscription'],
  timeline: ['Its steps, oldest first; one that waits ends with the place it has now'],
  cursor: ['Where the next page begins; null after the last'],
  limit: ['How many a page holds', 100],
}

const timelineDescriptions: Table = {
  at: ['When, in milliseconds since 1970', day],
  step: ['What became of it', 'told'],
  reason: ['Why, for programs', 'offer-opened'],
  facts: ['The figures behind it', { number: 1, outOf: 5 }],
  sentence: ['The same for people', 'told: offer 1 of 5'],
}

const reportDescriptions: Table = {
  variants: ['The variants somebody waits for'],
  variantId: ['The variant', 40321],
  waiting: ['How many people wait', 12],
  units: ['How many units they want', 14],
  saved: ['How many lists hold the variant: demand of those who did not ask to be told', 40],
  days: ['Day by day'],
  day: ['A day in the store’s time zone', '2026-01-01'],
  topic: ['What the alert is about', 'backinstock'],
  planned: ['How many it was decided for, by the day of the event that caused it', 20],
  told: ['How many messages went out', 20],
  clicked: ['How many links were followed', 9],
  bought: ['How many lines of orders they led to', 4],
  cursor: ['Where the next page begins; null after the last'],
  limit: ['How many rows a page holds; for alerts, how many days', 31],
}

const subscriptionDescriptions: Table = {
  address: ['The e-mail address or phone number; `XXXXXX` for a guest', 'ada@shop.example'],
  topic: ['What the alert is about', 'backinstock'],
  variantId: ['The variant: a whole number or text', 40321],
  createdAt: ['Since when this shopper waits, in milliseconds since 1970', day],
  createdBy: [
    'E-mail of the account that asked; `XXXXXX` for a guest, null when somebody else did',
    'ada@shop.example',
  ],
  updatedBy: ['The same; `XXXXXX` for a guest', 'ada@shop.example'],
  status: [
    '`waiting`, `unconfirmed` (until the shopper says yes a second time), `told`, `bought`, `expired`, or `suppressed` (the address can’t be written to)',
    'waiting',
  ],
  position: ['The place in the line of this variant and topic, from 1; null when not waiting', 3],
}

const callDescriptions: Table = {
  topic: ['What the alert is about', 'backinstock'],
  variantId: ['The variant: a whole number or text', 40321],
  limit: ['How many to give: 1 to 100, 10 if nothing is sent', 10],
  offset: ['How many to pass over', 0],
  total: ['How many there are in all', 1],
  subscriptions: ['The alerts'],
  removed: ['How many were left by this call', 1],
}

export const alertDescriptions: [Names, Table][] = [
  [subscriptionNames, subscriptionDescriptions],
  [subscriptionCallNames, callDescriptions],
  [topicNames, topicDescriptions],
  [forecastNames, forecastDescriptions],
  [orderNames, orderDescriptions],
  [orderItemNames, orderItemDescriptions],
  [storeSubscriptionNames, storeSubscriptionDescriptions],
  [timelineNames, timelineDescriptions],
  [reportNames, reportDescriptions],
]
