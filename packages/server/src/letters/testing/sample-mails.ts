/** Every mail that a shopper can get, with sample products: for tests of all of them, and to look at (`npm run mails`). */
import { randomBytes } from 'node:crypto'
import { storePrefix } from '../../domain/secrets/ids.ts'
import { makeTokenKey } from '../../domain/secrets/tokens.ts'
import { readSettings } from '../../domain/settings/settings.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { composeAlert } from '../compose.ts'
import { composeListMail } from '../list-mail.ts'
import type { CatalogItem } from '../mail-items.ts'
import { sampleDelivery, sampleVariant } from '../sample.ts'
import { composeAlertsLink, composeConfirmation } from '../system-messages.ts'

export const samplePicture = 'https://shop.example/monstera.svg'
export const sampleLogo = 'https://shop.example/logo.svg'
export const sampleHome = 'https://wishes.example'
const now = new Date('2026-05-20T10:00:00Z')

export const sampleStore = (settings: Record<string, string> = {}, name = 'Fern & Field') =>
  ({
    storeId: 7,
    prefix: storePrefix(7),
    name,
    settings: readSettings({
      'shop-url': 'https://shop.example',
      'postal-address': '1 Fern Lane, 10115 Berlin',
      timezone: 'Europe/Berlin',
      ...settings,
    }),
    tokenKey: makeTokenKey(randomBytes(32)),
    topics: [],
  }) as unknown as Store

export type SampleMail = { name: string; subject: string; html: string; text: string }

const alerts = [
  ['restock', 'back-in-stock', 'asked'],
  ['coming-soon', 'coming-soon', 'asked'],
  ['price-drop', 'price-drop', 'asked'],
  ['price-drop-saved', 'price-drop', 'saved'],
  ['low-stock-saved', 'low-stock', 'saved'],
  ['reminder', 'reminder', 'asked'],
  ['generic', 'manual', 'asked'],
  ['follow-up', null, 'asked'],
  ['restock-date-moved', null, 'asked'],
  ['restock-date-missed', null, 'asked'],
  ['preorder', null, 'asked'],
  ['saved-items', 'manual', 'saved'],
] as const

const item = (more: Partial<CatalogItem> = {}): CatalogItem => ({
  ...{ title: 'Monstera deliciosa', variantInfo: '12 cm pot', catalogUrls: ['https://shop.example/products/monstera'] },
  ...{ imageUrl: samplePicture, price: 24.5, currency: 'EUR', quantity: 1 },
  ...more,
})

const items = [item(), item({ title: 'Terracotta pot', variantInfo: 'Large', price: 18, quantity: 2 })]

function alertMail(store: Store, locale: string, [name, rule, origin]: (typeof alerts)[number]): SampleMail {
  const variant = { ...sampleVariant, imageUrl: samplePicture }
  const options = {
    // a message beside a topic's own is named by its cause
    topic: rule === null ? name : name === 'saved-items' ? 'saveditems' : 'sample',
    medium: 'email',
    address: 'ada@example.com',
    locale,
    rule,
    variant,
    origin,
  } as const
  const delivery = sampleDelivery(options, new Date(now.getTime() - 17 * 86_400_000))
  const isPaced = rule === 'back-in-stock'
  const offer = isPaced ? { ...delivery.offer!, number: 2, lapsesAt: new Date(now.getTime() + 7_200_000) } : null
  const targetPrice = name === 'price-drop' ? 25 : null
  const subscription = { ...delivery.subscription, targetPrice }
  return { name, ...composeAlert(store, { ...delivery, offer, subscription }, { publicUrl: sampleHome, now }) }
}

export function sampleMails(store: Store, locale: string): SampleMail[] {
  const links = { link: `${sampleHome}/alerts/x`, optOut: `${sampleHome}/o/x`, locale }
  const list = {
    ...{ fromName: 'Ada', listName: 'Balcony', note: 'Any of these would make me happy.\nThank you!' },
    items: items.map((one) => ({ ...one, variantInfo: one.variantInfo ?? null, quantity: one.quantity ?? 1 })),
    ...{ itemCount: 5, address: `${sampleHome}/shared/x`, locale },
  }
  return [
    ...alerts.map((alert) => alertMail(store, locale, alert)),
    { name: 'confirm', ...composeConfirmation(store, { ...links, items, joins: true }) },
    { name: 'alerts-link', ...composeAlertsLink(store, links) },
    { name: 'shared-list', ...composeListMail(store, 'grandma@example.org', listOf(list), sampleHome) },
  ]
}

type Listed = Parameters<typeof composeListMail>[2]

const listOf = (
  list: Omit<Listed, 'items'> & { items: (CatalogItem & { variantInfo: string | null; quantity: number })[] },
): Listed => ({
  ...list,
  items: list.items.map((one) => ({ ...one, catalogUrls: [...one.catalogUrls] })),
})
