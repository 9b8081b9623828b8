/** Which variant of a product the shopper has chosen on the page: themes do it in many ways, and all change one field. */

/** Calls `follow` after every choice and every step in the history, when the theme has reacted. Returns a function that ends it. */
export function onChoice(follow: () => void): () => void {
  const later = () => setTimeout(follow)
  addEventListener('change', later, true)
  addEventListener('popstate', later)
  return () => {
    removeEventListener('change', later, true)
    removeEventListener('popstate', later)
  }
}

/** One of `ids`, in the form around the element, elsewhere on the page, or in its address; undefined if forms contradict each other. */
export function chosenVariant(element: Element, ids: string[]): string | undefined {
  const { pathname } = new URL(element.getAttribute('url') ?? '', location.href)
  const isHere = location.pathname.endsWith(pathname)
  // a hidden field on a page about something else is the theme's choice, not the shopper's
  const kinds = isHere ? ':not([type=radio])' : 'select'
  const fields = `:is([name=id], [name=variation_id]):is(${kinds}, :checked)`
  const values = [...(element.closest('form') ?? document).querySelectorAll<HTMLInputElement>(fields)]
    .map(({ value }) => value)
    .filter((value) => ids.includes(value))
  const inAddress = new URLSearchParams(location.search).get('variant') ?? ''
  if (!values[0] && isHere && ids.includes(inAddress)) return inAddress
  return values.every((value) => value === values[0]) ? values[0] : undefined
}
