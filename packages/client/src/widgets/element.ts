/** What every widget is made with: elements without markup text, style sheets without style tags. */

type Child = Node | string | false | null | undefined
type Attributes = Record<string, unknown>

/** `on…` is a function; true is an attribute without a value, false, null and undefined are none. */
export const h = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] => fill(document.createElement(tag), attributes, children)

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[] = []): E {
  for (const name in attributes) {
    const value = attributes[name]
    // what a handler of this kind gives back could stop the event, so it gives back nothing
    if (typeof value === 'function') (element as unknown as Attributes)[name] = (event: Event) => void value(event)
    else if (value != null && value !== false) element.setAttribute(name, value === true ? '' : (value as string))
  }
  element.append(...children.map((child) => child || ''))
  return element
}

/** A picture of one path, 24 by 24. */
export function icon(path: string): Element {
  const make = (tag: string) => document.createElementNS('http://www.w3.org/2000/svg', tag)
  return fill(make('svg'), { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, [fill(make('path'), { d: path })])
}

/** Once a page, however many of its scripts bring it. */
export const define = (name: string, widget: CustomElementConstructor) =>
  customElements.get(name) ?? customElements.define(name, widget)

/** Marks a style for the build, which makes it small. */
export const css = (parts: TemplateStringsArray) => parts[0] as string

const sheets: Record<string, CSSStyleSheet> = {}

/** Draws into a shadow root that wears these styles, each of them parsed once a page. */
export function wear(host: Element, styles: string[], ...children: Node[]): ShadowRoot {
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = styles.map((text) => {
    if (!sheets[text]) {
      sheets[text] = new CSSStyleSheet()
      sheets[text].replaceSync(text)
    }
    return sheets[text]
  })
  root.append(...children)
  return root
}
