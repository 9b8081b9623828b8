/** Which column of somebody else's table means what: told by hand, or known by how wishlist and back-in-stock apps call theirs. */
import { BadTable } from './csv.ts'

/** As such apps write them; spaces, marks and capitals make no difference. */
const usual = {
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

export type Field = keyof typeof usual
export const fields = Object.keys(usual) as Field[]

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '')

/** `email=Customer Email,product=SKU`. Throws `BadTable` for what is no such text. */
export function parseMapping(text: string): Partial<Record<Field, string>> {
  const pairs = text.split(',').map((pair) => {
    const [, field = '', column = ''] = /^\s*([A-Za-z]+)\s*=\s*(.+?)\s*$/.exec(pair) ?? []
    if (!fields.includes(field as Field))
      throw new BadTable(`"${pair.trim()}" names no column: write FIELD=COLUMN with one of ${fields.join(', ')}.`)
    return [field, column]
  })
  return Object.fromEntries(pairs)
}

export type Columns = ReadonlyMap<Field, number>

/** What is told by hand goes before what is known; of several that mean the same the first. */
export function findColumns(header: string[], mapping: Partial<Record<Field, string>>): Columns {
  const found = new Map<Field, number>()
  const known = header.map(plain)
  for (const field of fields) {
    const told = mapping[field]
    const place = told === undefined ? firstOf(known, usual[field]) : known.indexOf(plain(told))
    if (place >= 0) found.set(field, place)
    else if (told !== undefined) throw new BadTable(`There is no column "${told}"; there are: ${header.join(', ')}.`)
  }
  return found
}

const firstOf = (known: string[], names: readonly string[]) =>
  known.findIndex((column) => names.map(plain).includes(column))

export type Cells = Partial<Record<Field, string>>

/** What a row says; an empty cell says nothing. */
export function readCells(columns: Columns, values: string[]): Cells {
  const cells: Cells = {}
  for (const [field, place] of columns) {
    const text = values[place]?.trim()
    if (text && !/^(null|n\/a|-)$/i.test(text)) cells[field] = text
  }
  return cells
}
