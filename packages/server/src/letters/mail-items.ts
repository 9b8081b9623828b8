/** Products of the catalog as rows of a mail: confirmations and shared lists show several. */
import { writeMoney } from './rendering/formats.ts'
import { oneLine } from './rendering/one-line.ts'
import { productAddress, safeAddress } from './rendering/web-addresses.ts'

export type CatalogItem = {
  title: string
  variantInfo?: string | null
  catalogUrls: readonly (string | null)[]
  imageUrl: string | null
  price: number | null
  currency: string | null
  quantity?: number
}

export type MailItem = { title: string; url: string; image: string; details: string }

export function showMailItem(item: CatalogItem, shopUrl: string | null, locale: string): MailItem {
  const { quantity = 1, price, currency } = item
  const details = [
    quantity > 1 ? `${quantity} ×` : '',
    oneLine(item.variantInfo ?? ''),
    writeMoney(price, currency, locale),
  ]
  return {
    title: oneLine(item.title),
    url: productAddress({ catalogUrls: item.catalogUrls, url: '' }, shopUrl) ?? '',
    image: safeAddress(item.imageUrl, shopUrl) ?? '',
    details: details.filter(Boolean).join(' · ').replace('× · ', '× '),
  }
}

/** The same in the plain text. */
export const mailItemText = ({ title, details, url }: MailItem) =>
  [`* ${title}`, details, url].filter(Boolean).join('\n  ')
