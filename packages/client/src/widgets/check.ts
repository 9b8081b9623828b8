/** Says in the console what is wrong with an element's tag or the script tag; also fetches ahead what a heart without a variant asks with. */
import { parseJson } from '../client/sync/local-data.ts'
import { fetchAhead } from './ahead.ts'
import { heartbell } from './kit.ts'
import { nearestName, settingNames } from './setting-names.ts'
import { unrendered } from './shared/unrendered.ts'

const said = new Set<string>()

/** Each once, however many elements have it. */
function say(text: string, ...more: unknown[]): void {
  if (said.has(text)) return
  said.add(text)
  console.error(`Heartbell: ${text}`, ...more)
}

/** Attributes that other tools set on script tags. */
const foreign =
  /^(cf|rocket|turbo|no[A-Z]|src$|type$|category|cookie|cmp|consent|wp|pagespeed|pjax|swup|nonce|defer|tag)/

const attribute = (name: string) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** The tag of core.js. Without data-store, the one that has something like it. */
function findTag(): HTMLScriptElement | undefined {
  const tags = [...document.querySelectorAll<HTMLScriptElement>('script[src*="core.js"]')]
  const isNear = ({ dataset }: HTMLElement) => Object.keys(dataset).some((name) => nearestName(name, settingNames))
  return tags.find(({ dataset }) => dataset.store) ?? tags.find(isNear) ?? tags[0]
}

function checkScript(): void {
  const tag = findTag()
  if (!heartbell.settings.store)
    say(
      'the store is missing, so the elements stay empty. Set data-store of the script tag, or store in an app, to the pid of your store (heartbell store list shows it).',
      tag,
    )
  for (const name of Object.keys(tag?.dataset ?? {})) {
    if (settingNames.includes(name) || foreign.test(name)) continue
    const meant = nearestName(name, settingNames)
    const hint = meant ? `Did you mean ${attribute(meant)}?` : `There are: ${settingNames.map(attribute).join(', ')}.`
    say(`the script tag has no setting ${attribute(name)}. ${hint}`, tag)
  }
}

/** One that was not rendered is said. */
function lacks(element: Element, name: string): boolean {
  const value = element.getAttribute(name)
  if (value && unrendered.test(value))
    say(`<${element.localName}> ${name} is "${value}": the page has not filled it in, so nothing is saved.`, element)
  return !value
}

const standard = ['backinstock', 'pricedrop', 'comingsoon']

/** A misspelt topic would be one of its own, which nobody sends. */
function checkTopics(element: Element): void {
  for (const name of ['topic', 'topics'])
    for (const topic of element.getAttribute(name)?.match(/\S+/g) ?? []) {
      const plain = topic.toLowerCase().replace(/[-_]/g, '')
      if (standard.includes(topic)) continue
      const means = standard.includes(plain)
        ? `means ${plain}: write it so.`
        : `is not one of ${standard.join(', ')}. Only a topic that the store set up, or triggers by hand, is sent.`
      say(`<heartbell-notify> ${name}: ${topic} ${means}`, element)
    }
}

function checkNotify(element: Element): void {
  checkTopics(element)
  const has = (name: string) => element.hasAttribute(name)
  if (!has('topic') && /backinstock|^$/.test(element.getAttribute('topics') ?? '') && !has('stocks'))
    if (!/^-?\d+$/.test(element.getAttribute('stock') ?? ''))
      say(
        '<heartbell-notify> stock is not a number as in stock="0". Without it, back in stock is never offered.',
        element,
      )
  lacks(element, 'product')
  if (lacks(element, 'variant'))
    say('<heartbell-notify> has no attribute variant, and no form of the page chooses one. It stays hidden.', element)
  if (!/^(\d{4}-\d\d-\d\d(T.*)?)?$/.test(element.getAttribute('date') ?? ''))
    say('<heartbell-notify> date is not a date as in 2027-03-01.', element)
  for (const name of ['stocks', 'prices']) {
    const text = element.getAttribute(name)
    if (text && !parseJson(() => text))
      say(`<heartbell-notify> ${name} is not an object in JSON, as in {"101": 0, "102": 5}.`, element)
  }
}

function checkHeart(heart: Element): void {
  const has = (name: string) => !lacks(heart, name)
  if (!has('product')) say('<heartbell-heart> has no attribute product. Set it to the id of the product.', heart)
  const variants = parseJson<{ id?: unknown }[]>(() => heart.getAttribute('variants'))
  if (has('variants') && !(Array.isArray(variants) && variants.every((variant) => variant?.id)))
    say(
      '<heartbell-heart> variants is not a list in JSON in which each has an id, as in [{"id": 201, "title": "Red"}].',
      heart,
    )
  if (has('price') && Number.isNaN(+heart.getAttribute('price')!))
    say(`<heartbell-heart> price "${heart.getAttribute('price')}" is not a number as in 12.50.`, heart)
  if (!has('variant') && !has('variants'))
    say(
      '<heartbell-heart> has no attribute variant. Set it to the id of the variant, or set variants to a list that the shopper chooses from.',
      heart,
    )
}

const checkNow = (element: Element) => (element.matches('heartbell-notify') ? checkNotify : checkHeart)(element)

/** An app may set the attributes after it has added the element, so it is looked at a second later. */
function check(element?: Element): void {
  if (!element) checkScript()
  else if (element.getAttribute('variants')) fetchAhead()
  setTimeout(() => element?.isConnected && checkNow(element), 1e3)
}

export function install(): void {
  heartbell.check = check
}
