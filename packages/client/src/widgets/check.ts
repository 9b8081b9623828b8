/** Looks at an element: says in the console what is wrong with its tag, or fetches ahead what a heart without a variant will ask with. */
import { parseJson } from '../client/sync/local-data.ts'
import { fetchAhead } from './ahead.ts'
import { heartbell } from './kit.ts'

const said = new Set<string>()

/** Each once, however many elements have it. */
function say(text: string, ...more: unknown[]): void {
  if (said.has(text)) return
  said.add(text)
  console.error(`Heartbell: ${text}`, ...more)
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
  if (!element.getAttribute('variant'))
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
  const has = (name: string) => !!heart.getAttribute(name)
  if (!has('product')) say('<heartbell-heart> has no attribute product. Set it to the id of the product.', heart)
  const variants = parseJson<{ id?: unknown }[]>(() => heart.getAttribute('variants'))
  if (has('variants') && !(Array.isArray(variants) && variants.every((variant) => variant?.id)))
    say(
      '<heartbell-heart> variants is not a list in JSON in which each has an id, as in [{"id": 201, "title": "Red"}].',
      heart,
    )
  if (has('price') && Number.isNaN(+heart.getAttribute('price')!))
    say('<heartbell-heart> price is not a number as in 12.50.', heart)
  if (!has('variant') && !has('variants'))
    say(
      '<heartbell-heart> has no attribute variant. Set it to the id of the variant, or set variants to a list that the shopper chooses from.',
      heart,
    )
}

const checkNow = (element: Element) => (element.matches('heartbell-notify') ? checkNotify : checkHeart)(element)

/** An app may set the attributes after it has added the element, so it is looked at a second later. */
function check(element: Element): void {
  if (element.getAttribute('variants')) fetchAhead()
  setTimeout(() => element.isConnected && checkNow(element), 1e3)
}

export function install(): void {
  heartbell.check = check
}
