/** The product of a button. The variant is set only if it is known for sure: a guess would save the wrong product. */
import { isSameProduct } from '../../callbacks/same-product.ts'
import type { WireRecord } from '../../client/names.ts'
import { heartbell } from '../../widgets/kit.ts'
import type { Page } from '../page.ts'
import { handleOf, isPageProduct, pageProduct, recordOf, type Variant, variantsOf } from './product-data.ts'

/** `product` has an `epi` only if the variant is known. */
export type Found = { product: WireRecord; variants: Variant[]; handle: string | undefined }

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
  // a product of Shopify never has the id of its variant
  const written = page.Shopify && said.epi === said.empi ? undefined : said.epi
  const isHere = isPageProduct(page, about)
  const choices = {
    around: chosenIn(button.closest('form')).find((id) => id !== empi),
    announced: heartbell.pageVariant ?? '',
    onPage: isHere ? chosenIn(document) : [],
    inAddress: (isHere && new URLSearchParams(location.search).get('variant')) || undefined,
    written,
  }
  const epi = findVariant(choices, variants)
  const product = {
    empi,
    du: canonical(`${url ?? location.href.split('#')[0]}`),
    dt: said.title ?? record.dt,
    iu: said.image ?? record.iu,
    pr: said.price ?? record.pr,
  }
  return { product: epi === undefined ? product : withVariant(product, epi, variants), variants, handle }
}

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

type Choices = {
  /** In the form around the button. */
  around: string | undefined
  announced: string
  /** In the forms of a page about this product. */
  onPage: string[]
  inAddress: string | undefined
  /** In the button's own attribute. */
  written: string | undefined
}

/** A shopper's choice in the product's form counts more than the attribute, which the page rendered before it. */
function findVariant({ around, announced, onPage, inAddress, written }: Choices, variants: Variant[]) {
  const isKnown = (epi?: string) => variants.some((one) => one.epi === epi)
  const here = onPage.filter(isKnown)
  const only = here[1] ? undefined : here[0]
  const chosen = [around, announced, only, written, inAddress].find(isKnown) ?? written
  if (chosen) return chosen
  if (variants[0]) return variants[1] ? undefined : variants[0].epi
  // nothing says which variants exist: only an unambiguous choice counts
  return around ?? inAddress ?? (onPage[1] ? undefined : onPage[0])
}

/** The different values of the fields named `id`, in which themes put the chosen variant. */
function chosenIn(root: ParentNode | null): string[] {
  const fields = root?.querySelectorAll<HTMLInputElement>('[name=id]:not([type=radio]), [name=id]:checked')
  return [...new Set([...(fields ?? [])].map(({ value }) => value).filter(Boolean))]
}

function attributesOf({ dataset, className }: HTMLElement) {
  const { productId, variantId, productUrl, productHandle, productTitle, imageUrl, price } = dataset
  return {
    empi: productId || dataset.empi || /(?:^|\s)product_(\d+)/.exec(className)?.[1],
    epi: variantId || dataset.epi || undefined,
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
