/** Hearts follow the variant that the shopper chooses on the page, as themes do it: all change one field, or the address. */

import type { Id } from '../client/records.ts'
import { parseJson } from '../client/sync/local-data.ts'
import { heartbell } from './kit.ts'
import { chosenVariant } from './shared/chosen-variant.ts'

type HeartVariant = { id: Id; title?: string; price?: number | string | null; image?: string | null }

const fields = ':is([name=id], [name=variation_id])'

/** The hearts beside a form: the nearest ones; if they are of several products, those of the page's own product. */
function heartsBeside(form: Element): Element[] {
  for (let place: Element | null = form; place; place = place.parentElement) {
    const hearts = [...place.querySelectorAll('heartbell-heart')]
    if (!hearts[0]) continue
    const products = new Set(hearts.map((heart) => heart.getAttribute('product')))
    if (products.size === 1) return hearts
    return hearts.filter((heart) => {
      const url = heart.getAttribute('url')
      return !url || new URL(url, location.href).pathname === location.pathname
    })
  }
  return []
}

function chosenIn(form: Element): string | undefined {
  const all = [...form.querySelectorAll<HTMLInputElement>(`${fields}:is(:not([type=radio]), :checked)`)]
  return all.find(({ value }) => value)?.value
}

function setAttributes(heart: Element, values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values))
    if (value != null && heart.getAttribute(name) !== `${value}`) heart.setAttribute(name, `${value}`)
}

/** A heart that knows its variants, by their ids. */
function followKnown(heart: Element): void {
  const variants: HeartVariant[] = parseJson<HeartVariant[]>(() => heart.getAttribute('variants')) ?? []
  const ids = variants.map(({ id }) => `${id}`)
  const { id, title, price, image } = variants[ids.indexOf(chosenVariant(heart, ids) ?? '')] ?? {}
  setAttributes(heart, { option: title, price, image, variant: id })
}

export function followChoices(): void {
  for (const heart of document.querySelectorAll('heartbell-heart[variants]')) followKnown(heart)
}

/** `target`: what changed; the window for a step in the history. */
export function followChoice(target: EventTarget | null): void {
  followChoices()
  const form = target instanceof Element ? target.closest('form') : null
  const inAddress = new URLSearchParams(location.search).get('variant')
  for (const one of form ? [form] : document.querySelectorAll('form')) {
    const variant = chosenIn(one)
    if (!variant || (!form && variant !== inAddress)) continue
    for (const heart of heartsBeside(one)) if (!heart.hasAttribute('variants')) setAttributes(heart, { variant })
  }
}

export function install(): void {
  heartbell.followChoice = async (target) => followChoice(target)
}
