/** Descriptions of the fields that this service adds to records, and of the calls that arrange items. */
import { arrangementNames, savedAlertNames } from '../wire/names.ts'
import type { Names } from '../wire/resource.ts'

type Table = Readonly<Record<string, readonly [meaning: string, example?: unknown]>>

export const additionDescriptions: Table = {
  additions: ['What this service adds to the record; absent if there is nothing'],
  priority: ['How much it is wanted: `must-have`, `would-love` or `nice`', 'must-have'],
  desired: ['How many the owner wants', 2],
  received: ['How many have arrived', 1],
  position: [
    'The place in the owner’s order, smallest first. An item without it is placed by its creation time: minus the microseconds since 1970',
    -1_767_225_600_000_000,
  ],
  shareUrl: [
    'Where the public list is shown on the store’s own site',
    'https://shop.example/pages/wishlist?list=q83vEjRW0190f3c2a5d87c1e9b6a4d2e8f70c135',
  ],
  renamedFrom: ['The name that the list had, if another list has taken it', 'Living room'],
}

const savedAlertDescriptions: Table = {
  enabled: ['Whether the shopper gets alerts; with a list: whether that list is included', true],
  asks: ['The shopper was never asked, and the store wants to ask (setting `saved-alerts`)', false],
  topics: ['What the alerts are about: `backinstock`, `pricedrop`, `lowstock`', ['backinstock', 'pricedrop']],
  silentLists: ['Lists that the shopper wants no alerts about', []],
  consentText: ['The question that the shopper answered; stored with the consent', 'Tell me about what I saved?'],
  locale: ['The language of messages; by default the browser’s, else the store’s', 'de-AT'],
}

const arrangementDescriptions: Table = {
  toListId: ['The list that gets the items', 'q83vEjRW0190f3c2a5d87c1e9b6a4d2e8f70c136'],
  items: ['The items, by variant', [40321, 40322]],
  before: ['The variant before which it is placed', 40322],
  after: ['The variant after which it is placed', 40322],
}

export const arrangementTables: [Names, Table][] = [
  [arrangementNames, arrangementDescriptions],
  [savedAlertNames, savedAlertDescriptions],
]
