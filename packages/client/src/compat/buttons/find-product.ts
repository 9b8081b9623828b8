/** The product of a button. The variant is set only if it is known for sure: a guess would save the wrong product. */
import { isSameProduct } from '../../callbacks/same-product.ts'
import type { WireRecord } from '../../client/names.ts'
import { plainId } from '../../client/records.ts'
import { heartbell } from '../../widgets/kit.ts'
import type { Page } from '../page.ts'
import { findVariant } from './find-variant.ts'
import { fieldsIn } from './forms.ts'
import {
  handleOf,
  hasAllVariants,
  isPageProduct,
  pageProduct,
  recordOf,
  type Variant,
  variantsOf,
} from './product-data.ts'

/** `product` has an `epi` only if the variant is known. */
export type Found = {
  product: WireRecord
  variants: Variant[]
  handle: string | undefined
  /** Ids that may be the chosen variant, the most likely first, if the shop has to say which variants exist. */
  unsure: string[] | undefined
}

export function findProduct(page: Page, button: HTMLElement): Found {
  const said = attributesOf(button)
  const isNamed = said.empi || said.handle || said.url
  const named = isNamed ? said : { empi: pageProduct(page)?.empi as string | undefined }
  const record: WireRecord = recordOf(page, named) ?? page.SwymProductVariants?.[said.epi ?? ''] ?? {}
  const empi = named.empi ?? record.empi
  const url = said.url ?? record.du ?? linkBeside(button)
  const handle = said.handle ?? handleOf(url)
  const about = { empi: empi as string | undefined, handle, url: said.url }
  const variants = variantsOf(page, about)
  const isHere = isPageProduct(page, about) || (!!handle && handleOf(location.pathname) === handle)
  const { epi, unsure } = findVariant({
    empi: empi == null ? undefined : `${empi}`,
    around: fieldsIn(button.closest('form')),
    announced: heartbell.pageVariant,
    onPage: fieldsIn(document),
    isHere,
    inAddress: (isHere && new URLSearchParams(location.search).get('variant')) || undefined,
    // a product of Shopify never has the id of its variant
    written: page.Shopify && said.epi === said.empi ? undefined : said.epi,
    variants,
    isComplete: !!variants[1] || hasAllVariants(page, about),
    canAsk: !!page.Shopify && !!handle,
  })
  const product = {
    empi,
    du: canonical(`${url ?? location.href.split('#')[0]}`),
    dt: said.title ?? record.dt,
    iu: said.image ?? record.iu,
    // a price that the page says of another variant would be wrong
    pr: (isOther(said.epi, epi) ? undefined : said.price) ?? (isOther(record.epi, epi) ? undefined : record.pr),
  }
  return { product: epi === undefined ? product : withVariant(product, epi, variants), variants, handle, unsure }
}

const isOther = (one: unknown, epi?: string) => one != null && epi !== undefined && `${one}` !== epi

/** Compares a saved item with the product of a button, which may know only its address. */
export const isItemOf = (item: WireRecord, { product, handle }: Found): boolean =>
  product.epi || product.empi ? isSameProduct(item, product) : !!handle && handleOf(item.du) === handle

/** A link of a Shopify collection is another address of the same product. */
const canonical = (url: string) => new URL(url, location.href).href.replace(/\/collections\/[^/]+(?=\/products\/)/, '')

export function withVariant(product: WireRecord, epi: string, variants: Variant[]): WireRecord {
  const { title, price, image } = variants.find((one) => one.epi === epi) ?? {}
  const news = { vi: title || undefined, pr: price ?? product.pr, iu: image ?? product.iu }
  return { ...product, ...news, epi }
}

const plain = (id: string | undefined) => (id ? `${plainId(id)}` : undefined)

function attributesOf({ dataset, className }: HTMLElement) {
  const { productId, variantId, productUrl, productHandle, productTitle, imageUrl, price } = dataset
  return {
    empi: plain(productId || dataset.empi || /(?:^|\s)product_(\d+)/.exec(className)?.[1]),
    epi: plain(variantId || dataset.epi),
    url: productUrl || dataset.du || undefined,
    handle: productHandle || handleOf(productUrl || dataset.du),
    title: productTitle || undefined,
    image: imageUrl || undefined,
    price: price ? Number(price) || undefined : undefined,
  }
}

/** The only product that the surrounding card links to. */
function linkBeside(button: Element): string | undefined {
  for (let card = button.parentElement; card && card !== document.body; card = card.parentElement) {
    const links = [...card.querySelectorAll<HTMLAnchorElement>('a[href*="/products/"]')]
    const paths = new Set(links.map(({ pathname }) => handleOf(pathname)))
    if (paths.size) return paths.size === 1 ? links[0]!.href.split(/[?#]/)[0] : undefined
  }
  return undefined
}
