/** Finds out the variant when a button does not say it: from the shop, or by asking the shopper. Nothing is guessed. */
import type { WireRecord } from '../../client/names.ts'
import { heartbell, loadWidget } from '../../widgets/kit.ts'
import { t } from '../../widgets/shared/texts.ts'
import { type Page, page } from '../page.ts'
import { fetchShopProduct } from '../shop-product.ts'
import { showMessage } from '../show-message.ts'
import { type Found, withVariant } from './find-product.ts'
import { shopVariant, type Variant } from './product-data.ts'

const withoutGaps = (record: object) => Object.fromEntries(Object.entries(record).filter(([, value]) => value != null))

/** With what the shop adds, if the page itself does not say enough to save and to show the product. */
async function askShop(found: Found): Promise<Found> {
  const { handle, variants, product, unsure } = found
  const isListed = product.epi || (variants[0] && (!variants[1] || variants.every(({ title }) => title)))
  const isWhole = product.empi && isListed && !unsure && product.dt && product.pr != null
  if (isWhole || !handle || !page.Shopify) return found
  const shop = await fetchShopProduct(handle).catch(() => undefined)
  if (!shop) return found
  const { id, title, featured_image: picture, price } = shop
  const about = { empi: id, dt: title, iu: picture ?? undefined, pr: price == null ? undefined : price / 100 }
  const listed: Variant[] = shop.variants.map((one: Page) => {
    const epi = `${one.id}`
    const known = variants.find((variant) => variant.epi === epi)
    return { epi, title: '', ...known, ...withoutGaps(shopVariant(one)) }
  })
  const checked = unsure && { epi: unsure.find((id) => listed.some(({ epi }) => epi === id)) }
  return {
    handle,
    product: { ...about, ...withoutGaps(product), ...checked },
    variants: listed,
    unsure: undefined,
  }
}

/** The product with its variant; undefined if the shopper closed the dialog or nothing says which variants exist. */
export async function chooseVariant(
  asked: Found,
  button: HTMLElement,
  action?: string,
): Promise<WireRecord | undefined> {
  const found = await askShop(asked)
  const { product, variants } = found
  if (product.empi && product.epi) return withVariant(product, `${product.epi}`, variants)
  if (!product.empi || !variants[0]) {
    console.warn('Heartbell saves nothing: the page does not say which variant this button means.', button)
    await showMessage(t('noVariant', 'Please choose a variant on the product page.'))
    return
  }
  if (!variants[1]) return withVariant(product, variants[0].epi, variants)
  return await pickFrom(variants, product, button, action)
}

/** Asks the shopper. */
export async function pickFrom(variants: Variant[], product: WireRecord, from: HTMLElement, action?: string) {
  await loadWidget('picker')
  const { dt: title = document.title, iu: image } = product
  const about = { title: `${title}`, image: image as string | undefined, from }
  const epi = await heartbell.pickVariant!({ ...about, variants, ...(action && { action }) })
  return epi === undefined ? undefined : withVariant(product, `${epi}`, variants)
}
