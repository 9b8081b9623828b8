/**
 * Which column of an imported table contains what: given by the user, or recognized by the headings that wishlist and
 * back-in-stock apps use.
 */
import { plainProductId } from '@heartbell/contract/product-ids'
import { BadTable } from './csv.ts'

/** Headings of such apps; spaces, punctuation and case do not matter. */
const knownHeadings = {
  email: [
    'email',
    'emailaddress',
    'customeremail',
    'User email',
    'subscriberemail',
    'shopperemail',
    'contactemail',
    'mail',
  ],
  phone: [
    'phone',
    'phonenumber',
    'customerphone',
    'mobile',
    'mobilenumber',
    'smsnumber',
    'telephone',
    'subscriberphone',
  ],
  variant: ['variantid', 'productvariantid', 'shopifyvariantid', 'variationid', 'variantnumber'],
  product: ['productid', 'shopifyproductid', 'parentproductid', 'productnumber'],
  sku: ['sku', 'variantsku', 'productsku', 'itemsku', 'productcode'],
  handle: ['handle', 'producthandle', 'productslug', 'slug'],
  title: ['title', 'producttitle', 'productname', 'product', 'itemname', 'itemtitle', 'variantname'],
  url: ['url', 'producturl', 'productlink', 'link', 'productpage'],
  image: ['image', 'imageurl', 'imagelink', 'productimage'],
  price: ['price', 'productprice', 'variantprice'],
  quantity: ['quantity', 'Qty', 'quantitywanted', 'desiredquantity'],
  note: ['note', 'notes', 'comment', 'comments'],
  list: ['listname', 'wishlistname', 'wishlist', 'list', 'wishlisttitle'],
  date: [
    ...['createdat', 'created', 'createddate', 'createdon', 'date', 'dateadded', 'dateaddedtowishlist', 'addedat'],
    ...['addedon', 'addeddate', 'signedupat', 'signupdate', 'subscribedat', 'subscribedon', 'subscriptiondate'],
    ...['requestdate', 'requestedat', 'requestedon', 'registeredat', 'registrationdate', 'timestamp'],
  ],
  status: ['status', 'state', 'notificationstatus', 'subscriptionstatus', 'requeststatus'],
  told: [
    'Sent at',
    'senton',
    'datesent',
    'sentdate',
    'notifiedat',
    'notified',
    'notificationsentat',
    'notificationdate',
    'emailsent',
  ],
  channel: ['channel', 'medium', 'notificationtype', 'contacttype', 'notificationchannel'],
  locale: ['locale', 'language', 'lang', 'customerlocale', 'customerlanguage'],
  topic: ['topic', 'alerttype', 'alert'],
} as const

export type PeopleField = keyof typeof knownHeadings
export const fields = Object.keys(knownHeadings) as PeopleField[]

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '')

/** `email=Customer Email,product=SKU`. Throws `BadTable` for other text. */
export function parseMapping(text: string): Partial<Record<PeopleField, string>> {
  const pairs = text.split(',').map((pair) => {
    const [, field = '', column = ''] = /^\s*([A-Za-z]+)\s*=\s*(.+?)\s*$/.exec(pair) ?? []
    if (!fields.includes(field as PeopleField))
      throw new BadTable(
        `"${pair.trim()}" is not a column mapping: write FIELD=COLUMN, where FIELD is one of ${fields.join(', ')}.`,
      )
    return [field, column]
  })
  return Object.fromEntries(pairs)
}

export type ColumnPositions = ReadonlyMap<PeopleField, number>

/** A given mapping overrides recognized headings; of several columns for one field the first counts. */
export function findColumns(header: string[], mapping: Partial<Record<PeopleField, string>>): ColumnPositions {
  const found = new Map<PeopleField, number>()
  const known = header.map(plain)
  for (const field of fields) {
    const given = mapping[field]
    const place = given === undefined ? firstOf(known, knownHeadings[field]) : known.indexOf(plain(given))
    if (place >= 0) found.set(field, place)
    else if (given !== undefined)
      throw new BadTable(`There is no column "${given}". The columns are: ${header.join(', ')}.`)
  }
  return found
}

const firstOf = (known: string[], names: readonly string[]) =>
  known.findIndex((column) => names.map(plain).includes(column))

export type Cells = Partial<Record<PeopleField, string>>

const isProductId = (field: PeopleField) => field === 'variant' || field === 'product'

/** The non-empty cells of a row, by field. */
export function readCells(columns: ColumnPositions, values: string[]): Cells {
  const cells: Cells = {}
  for (const [field, place] of columns) {
    const text = values[place]?.trim()
    if (text && !/^(null|n\/a|-)$/i.test(text)) cells[field] = isProductId(field) ? plainProductId(text) : text
  }
  return cells
}
