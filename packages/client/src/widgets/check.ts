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

function checkFigures(element: Element): void {
  for (const name of ['stocks', 'prices']) {
    const text = element.getAttribute(name)
    if (text && !parseJson(() => text))
      say(`<heartbell-notify> ${name} is not an object in JSON, as in {"101": 0, "102": 5}.`, element)
  }
}

function checkHeart(heart: Element): void {
  const has = (name: string) => !!heart.getAttribute(name)
  if (!has('product')) say('<heartbell-heart> has no attribute product. Set it to the id of the product.', heart)
  if (has('variants') && !Array.isArray(parseJson(() => heart.getAttribute('variants'))))
    say('<heartbell-heart> variants is not a list in JSON, as in [{"id": 201, "title": "Red"}].', heart)
  else if (!has('variant') && !has('variants'))
    say(
      '<heartbell-heart> has no attribute variant. Set it to the id of the variant, or set variants to a list that the shopper chooses from.',
      heart,
    )
}

const checkNow = (element: Element) => (element.matches('heartbell-notify') ? checkFigures : checkHeart)(element)

/** An app may set the attributes after it has added the element, so it is looked at a second later. */
function check(element: Element): void {
  if (element.getAttribute('variants')) fetchAhead()
  setTimeout(() => element.isConnected && checkNow(element), 1e3)
}

export function install(): void {
  heartbell.check = check
}
