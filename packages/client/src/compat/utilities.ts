/** `SwymUtils`: small functions that the scripts of old themes call. */
import { getEncodedAsObject } from '../callbacks/encoded.ts'
import { heartbell } from '../widgets/kit.ts'
import { pageLanguage } from '../widgets/shared/texts.ts'
import { page } from './page.ts'
import { renderTemplateString } from './template.ts'

type Target = Element | null | undefined
const namesIn = (text: string) => text.split(/\s+/).filter(Boolean)

/** Adds `cu`, the text of the currency, and gives the price its decimals. */
function formatProductPrice<P extends Record<string, unknown>>(product: P): P & { cu: string } {
  const currency = heartbell.currency ?? page.Shopify?.currency?.active
  const price = Number(product.pr)
  const isPriced = product.pr != null && product.pr !== '' && Number.isFinite(price)
  if (!currency) return Object.assign(product, { cu: '' }, isPriced && { pr: price.toFixed(2) })
  const format = new Intl.NumberFormat(pageLanguage(), { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const cu = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
  const decimals = format.resolvedOptions().maximumFractionDigits
  return Object.assign(product, { cu }, isPriced && { pr: price.toFixed(decimals) })
}

export const utilities = {
  renderTemplateString,
  formatProductPrice,
  getEncodedAsObject,
  addClass: (element: Target, names: string) => element?.classList.add(...namesIn(names)),
  removeClass: (element: Target, names: string) => element?.classList.remove(...namesIn(names)),
  toggleClass: (element: Target, names: string) => {
    for (const name of namesIn(names)) element?.classList.toggle(name)
  },
  onDOMReady: (run: () => void) => {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => run())
    else run()
  },
  debounce: (run: (...given: unknown[]) => void, wait = 0) => {
    let timer: ReturnType<typeof setTimeout>
    return (...given: unknown[]) => {
      clearTimeout(timer)
      timer = setTimeout(run, wait, ...given)
    }
  },
}
