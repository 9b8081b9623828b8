/** Doctor's checks of the buttons of a theme: whether each will save the right product. */
import type { DoctorCheck } from '../check.ts'
import type { HtmlTag } from './html-tags.ts'

const knownActions = /w(ish|atch)list/i
/** Names under which themes leave the products of a page for the script. */
const productData = ['SwymViewProducts', 'SwymPageData', 'SwymProductVariants', 'SwymProductInfo', 'SwymWatchProducts']

export const isActionButton = ({ attributes }: HtmlTag) => attributes['data-swaction'] !== undefined

/** `script`: the text of every script of the page. */
export function checkButtons(tags: HtmlTag[], script: string): DoctorCheck[] {
  const buttons = tags.filter(isActionButton)
  if (buttons.length === 0)
    return [{ name: 'buttons', state: 'ok', says: 'the page has no data-swaction buttons; scripts may add some later' }]
  const data = findProductData(tags, script)
  return [...checkActions(buttons), ...checkProducts(buttons, data)]
}

/** What can tell the variant of a product: the page's own data, its product form, or a shop that answers for its products. */
function findProductData(tags: HtmlTag[], script: string): string[] {
  const hasForm = tags.some(
    ({ name, attributes }) => attributes.name === 'id' && (name === 'select' || attributes.value !== undefined),
  )
  return [
    ...productData.filter((name) => isAssigned(name, script)),
    ...(hasForm ? ['the product form'] : []),
    ...(/\bShopify\.\w/.test(script) ? ['the shop'] : []),
  ]
}

/** `window.Name = …`, `Name[id] = …` or `Object.assign(Name, …)`; a script that only reads the name tells nothing. */
const isAssigned = (name: string, script: string) =>
  new RegExp(
    `\\b${name}\\b["']?\\]?(?:\\[[^\\]\\n]{1,80}\\]|\\.[\\w$]+)?\\s*=(?![=>])|\\bassign\\(\\s*(?:window\\.)?${name}\\b`,
  ).test(script)

const count = (words: string[]) => {
  const found = new Map<string, number>()
  for (const word of words) found.set(word, (found.get(word) ?? 0) + 1)
  return [...found].map(([word, times]) => `${times} × ${word}`).join(', ')
}

const countActions = (buttons: HtmlTag[]) =>
  count(buttons.map(({ attributes }) => attributes['data-swaction'] || 'no action'))

/** Buttons of a template contain placeholders. */
const isTemplate = (text: string) => /\{[{%]|\$\{|<%/.test(text)

function checkActions(buttons: HtmlTag[]): DoctorCheck[] {
  const name = 'buttons'
  const works = ({ attributes: { 'data-swaction': action = '' } }: HtmlTag) =>
    knownActions.test(action) || isTemplate(action)
  const known = buttons.filter(works)
  const unknown = buttons.filter((button) => !works(button))
  const checks: DoctorCheck[] = []
  if (known.length > 0) checks.push({ name, state: 'ok', says: `data-swaction buttons: ${countActions(known)}` })
  if (unknown.length === 0) return checks
  const says = `${countActions(unknown)} (${linesOf(unknown)}) does nothing: use addToWishlist or addToWatchlist`
  return [...checks, { name, state: 'fail', says }]
}

function checkProducts(buttons: HtmlTag[], data: string[]): DoctorCheck[] {
  const name = 'products'
  const lacks = (attribute: string) => (button: HtmlTag) => !button.attributes[attribute]
  const noVariant = buttons.filter(lacks('data-variant-id'))
  const noProduct = noVariant.filter(lacks('data-product-id')).filter(lacks('data-product-url'))
  const onlyProduct = noVariant.filter((button) => !noProduct.includes(button))
  const checks: DoctorCheck[] = []
  if (noVariant.length < buttons.length)
    checks.push({ name, state: 'ok', says: `${buttonsWith(buttons.length - noVariant.length)} a variant` })
  if (onlyProduct.length > 0) {
    const found = `${buttonsWith(onlyProduct.length)} a product without a variant (${linesOf(onlyProduct)})`
    const says =
      data.length > 0
        ? `${found}: it comes from ${data.join(', ')}; where that is not sure, the shopper is asked`
        : `${found}, and nothing on the page says which variants exist: nothing is saved; add data-variant-id`
    checks.push({ name, state: data.length > 0 ? 'ok' : 'fail', says })
  }
  if (noProduct.length > 0) {
    const found = `${buttonsWith(noProduct.length)} no product (${linesOf(noProduct)})`
    const hasPage = data.includes('SwymPageData') || data.includes('SwymProductInfo')
    const says = hasPage
      ? `${found}: the product of the page is meant`
      : `${found}: add data-product-id, data-variant-id and data-product-url`
    checks.push({ name, state: hasPage ? 'ok' : 'fail', says })
  }
  const noAddress = buttons.filter(lacks('data-product-url'))
  if (noAddress.length > 0 && noAddress.length > noProduct.length && data.length === 0) {
    const says = `data-product-url is missing (${linesOf(noAddress)}): saved items get the address of the link beside the button, or of the page`
    checks.push({ name, state: 'warn', says })
  }
  return checks
}

const buttonsWith = (number: number) => (number === 1 ? '1 button names' : `${number} buttons name`)

function linesOf(places: { line: number }[]): string {
  const lines = [...new Set(places.map(({ line }) => line))].sort((one, other) => one - other)
  const shown = lines.slice(0, 5).join(', ')
  return `${lines.length === 1 ? 'line' : 'lines'} ${shown}${lines.length > 5 ? ' …' : ''}`
}

/** Themes hide buttons until the script marks them with `swym-loaded`. */
export function checkHidden(styles: string, isCompat: boolean): DoctorCheck[] {
  const name = 'hidden'
  const hides = /\.swym-[^{}]{0,300}\{[^{}]{0,300}?display\s{0,9}:\s{0,9}none|:not\(\s*\.swym-loaded\s*\)/i.test(styles)
  if (!hides) return []
  if (isCompat)
    return [{ name, state: 'ok', says: 'buttons are hidden until they work; the script adds the class swym-loaded' }]
  return [
    { name, state: 'fail', says: 'buttons stay hidden: only the script with data-compat adds the class swym-loaded' },
  ]
}
