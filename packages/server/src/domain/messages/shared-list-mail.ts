/** What the e-mail by which a list is shared may hold: the sender's own words, plain and marked as theirs, and products of the catalog. */
import { containsLink, containsPhone, visibleText } from '@heartbell/contract/fields'

/** Of the catalog only: a title, picture or link that a shopper names would be the shopper's words in the store's name. */
export type SharedItem = {
  title: string
  variantInfo: string | null
  catalogUrls: (string | null)[]
  imageUrl: string | null
  price: number | null
  currency: string | null
  quantity: number
}

export type SharedList = {
  /** Null: no name is known. */
  fromName: string | null
  /** Null where it is no plain name. */
  listName: string | null
  note: string | null
  items: SharedItem[]
  itemCount: number
  address: string
  /** The language of the page on which it is shared; null: the store's. */
  locale: string | null
}

export type SharedListMail = {
  senderName: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** A name that the store or the shopper gave earlier, for another purpose; null where it could be read as a link. */
export const plainName = (name: string | null | undefined): string | null => {
  const plain = visibleText(name ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  return plain && !containsLink(plain) ? plain : null
}

/** The sender's name; null where it could be read as a link or a phone number, or nothing of it is seen. */
export const plainSender = (name: string | null | undefined): string | null => {
  const plain = plainName(name)
  return plain && !containsPhone(plain) ? plain : null
}
