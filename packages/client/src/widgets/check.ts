/** Looks at a heart without a variant: says in the console what is wrong with its tag, or fetches ahead what it will ask with. */
import { fetchAhead } from './ahead.ts'
import { heartbell } from './kit.ts'

const said = new Set<string>()

/** Each once, however many elements have it. */
function say(text: string, ...more: unknown[]): void {
  if (said.has(text)) return
  said.add(text)
  console.error(`Heartbell: ${text}`, ...more)
}

function checkHeart(heart: Element): void {
  const has = (name: string) => !!heart.getAttribute(name)
  if (!has('product')) say('<heartbell-heart> has no attribute product. Set it to the id of the product.', heart)
  if (!has('variant') && !has('variants'))
    say(
      '<heartbell-heart> has no attribute variant. Set it to the id of the variant, or set variants to a list that the shopper chooses from.',
      heart,
    )
}

/** An app may set the attributes after it has added the element, so it is looked at a second later. */
function check(heart: Element): void {
  if (heart.getAttribute('variants')) fetchAhead()
  setTimeout(() => heart.isConnected && checkHeart(heart), 1e3)
}

export function install(): void {
  heartbell.check = check
}
