/** What an old theme says about products in globals of the page: `SwymViewProducts`, `SwymPageData`, `SwymProductVariants` and others. */
import type { WireRecord } from '../../client/names.ts'
import type { Page } from '../page.ts'

export type Variant = {
  epi: string
  title: string
  price?: number | undefined
  image?: string | undefined
  available?: boolean | undefined
}

/** What names a product. */
export type Named = { empi?: string | undefined; handle?: string | undefined; url?: string | undefined }

const isId = (one: unknown, other: unknown) => one != null && one !== '' && `${one}` === `${other}`

export const handleOf = (url: unknown): string | undefined => /\/products\/([^/?#]+)/.exec(`${url ?? ''}`)?.[1]

/** The product that the page is about, in the same names from both globals. */
export function pageProduct({ SwymPageData, SwymProductInfo }: Page): WireRecord | undefined {
  if (SwymPageData?.empi) return SwymPageData
  const product = SwymProductInfo?.product
  return product?.id
    ? { empi: product.id, dt: product.title, iu: product.featured_image, du: product.url, variants: product.variants }
    : undefined
}

export const isPageProduct = (page: Page, { empi, handle }: Named): boolean => {
  const here = pageProduct(page)
  return isId(here?.empi, empi) || (!empi && !!handle && handleOf(here?.du) === handle)
}

/** The theme's record of the product. */
export function recordOf(page: Page, named: Named): WireRecord | undefined {
  const views = page.SwymViewProducts ?? {}
  const { empi, handle, url } = named
  return (
    views[empi ?? ''] ??
    views[handle ?? ''] ??
    views[url ?? ''] ??
    (isPageProduct(page, named) ? pageProduct(page) : undefined)
  )
}

const watchedOf = (page: Page, { empi, handle }: Named): Page | undefined =>
  page.SwymWatchProducts?.[`${empi}`] ?? page.SwymWatchProducts?.[handle ?? '']

/**
 * True if a global lists all variants of the product. `SwymPageData` does not: themes write only the first available one into it,
 * whatever the shopper chooses.
 */
export function hasAllVariants(page: Page, named: Named): boolean {
  const record = recordOf(page, named)
  const isInfo = isPageProduct(page, named) && page.SwymProductInfo
  return !!((record !== page.SwymPageData && record?.variants) || isInfo || watchedOf(page, named))
}

type Noted = Variant & { stock?: number | undefined }

/** Every variant of the product that any of the globals names. */
export function variantsOf(page: Page, named: Named): Variant[] {
  const found = new Map<string, Noted>()
  const note = (id: unknown, more: Partial<Noted>) => {
    const epi = `${id}`
    const known = found.get(epi) ?? { epi, title: '' }
    const news = Object.entries(more).filter(([, value]) => value != null && value !== '')
    found.set(epi, { ...known, ...Object.fromEntries(news) })
  }
  const record = recordOf(page, named)
  const empi = named.empi ?? record?.empi
  noteAll(record?.variants, note, Number(record?.pr))
  if (isPageProduct(page, { ...named, empi: empi as string })) {
    noteAll(pageProduct(page)?.variants, note)
    // the theme's page is about this variant
    if (page.SwymPageData?.epi) note(page.SwymPageData.epi, {})
    noteAll(page.SwymProductInfo?.variants ?? page.SwymProductInfo?.product?.variants, note)
  }
  const watched = watchedOf(page, { ...named, empi: empi as string })
  for (const one of Object.values(watched ?? {}) as Page[]) if (one?.id) note(one.id, shopVariant(one))
  for (const [epi, one] of Object.entries((page.SwymProductVariants ?? {}) as Page))
    if (isId(one?.empi, empi)) {
      noteAll(one.variants, (id, more) => isId(id, epi) && note(id, more))
      note(epi, wireVariant(one))
    }
  // the shop may sell a variant that has no stock
  return [...found.values()].map(({ stock, ...one }) => ({
    ...one,
    available: one.available ?? (stock === undefined ? undefined : stock > 0),
  }))
}

type Note = (id: unknown, more: Partial<Noted>) => void

/**
 * `[{ "Blue / XL": 123 }]`, also as JSON, records in wire names, or the shop's own. Any other record is no variant. `price` is the
 * product's, in units, if it is known.
 */
function noteAll(variants: unknown, note: Note, price?: number): void {
  const all = typeof variants === 'string' ? JSON.parse(variants) : variants
  for (const one of Array.isArray(all) ? all : []) {
    const [[title, id] = [], more] = Object.entries(one ?? {})
    if (one?.epi) note(one.epi, wireVariant(one))
    else if (one?.id)
      note(one.id, { ...shopVariant(one), ...(isInUnits(one.price, price) && { price: Number(one.price) }) })
    else if (!more && /^[1-9]\d*$/.test(`${id}`)) note(id, { title: titleOf(title) })
  }
}

/** A variant in wire names. */
const wireVariant = ({ vi, pr, iu, stk }: Page): Partial<Noted> => ({
  title: titleOf(vi),
  price: pr,
  image: iu,
  stock: stk == null || stk === '' ? undefined : Number(stk),
})

/** A theme's own record may have the prices of its variants in units: then they are near the product's price. */
const isInUnits = (given: unknown, price?: number) =>
  given != null && !!price && Math.abs(Number(given) - price) < Math.abs(Number(given) / 100 - price)

/** A product without options has one variant with this title. */
const titleOf = (title: unknown) => (title === 'Default Title' ? '' : `${title ?? ''}`)

/** A variant as Shopify describes it, with its price in cents. */
export function shopVariant(variant: Page): Partial<Variant> {
  const { title, price, featured_image: picture, inventory_management: isManaged, inventory_quantity: stock } = variant
  const isTracked = isManaged && stock != null && variant.inventory_policy !== 'continue'
  return {
    title: titleOf(title),
    price: typeof price === 'number' ? price / 100 : undefined,
    image: picture?.src ?? picture,
    available: variant.available ?? (isTracked ? stock > 0 : undefined),
  }
}
