/** `SwymUtils`: small functions that the scripts of old themes call. */
import { getEncodedAsObject } from '../callbacks/encoded.ts'
import { heartbell } from '../widgets/kit.ts'
import { pageLanguage } from '../widgets/shared/texts.ts'
import { page } from './page.ts'
import { renderTemplateString } from './template.ts'

type Target = Element | null | undefined
const namesIn = (text: string) => text.split(/\s+/).filter(Boolean)

const currencyCode = (): string | undefined => heartbell.currency ?? page.Shopify?.currency?.active

const formatOf = (currency: string) =>
  new Intl.NumberFormat(pageLanguage(), { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })

/** What stands before a price, such as `$`. */
export const currencyText = (): string => {
  const code = currencyCode()
  const part =
    code &&
    formatOf(code)
      .formatToParts(0)
      .find(({ type }) => type === 'currency')
  return part ? part.value : (code ?? '')
}

/** Adds `cu`, the text of the currency, and gives the price its decimals. */
function formatProductPrice<P extends Record<string, unknown>>(product: P): P & { cu: string } {
  const code = currencyCode()
  const decimals = code ? formatOf(code).resolvedOptions().maximumFractionDigits : 2
  const { pr } = product
  const isPriced = pr != null && pr !== '' && Number.isFinite(Number(pr))
  return Object.assign(product, { cu: currencyText() }, isPriced && { pr: Number(pr).toFixed(decimals) })
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
  getParameterByName: (name: string, url: string = location.href) => new URL(url, location.href).searchParams.get(name),
  log: (...said: unknown[]) => console.log(...said),
  warn: (...said: unknown[]) => console.warn(...said),
  error: (...said: unknown[]) => console.error(...said),
  debounce: (run: (...given: unknown[]) => void, wait = 0) => {
    let timer: ReturnType<typeof setTimeout>
    return (...given: unknown[]) => {
      clearTimeout(timer)
      timer = setTimeout(run, wait, ...given)
    }
  },
}
