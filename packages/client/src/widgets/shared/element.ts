/** Creates elements without HTML text and styles without style tags, as strict policies require. */

type Child = Node | string | false | null | undefined
type Attributes = Record<string, unknown>

/** A function is an event handler; true is an attribute without a value; false, null and undefined set nothing. */
export const h = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] => fill(document.createElement(tag), attributes, children)

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[] = []): E {
  for (const name in attributes) {
    const value = attributes[name]
    // returning false from such a handler would cancel the event
    if (typeof value === 'function') (element as unknown as Attributes)[name] = (event: Event) => void value(event)
    else if (value != null && value !== false) element.setAttribute(name, value === true ? '' : (value as string))
  }
  element.append(...children.map((child) => child || ''))
  return element
}

/** An icon with one path, 24 by 24. */
export function icon(path: string): Element {
  const make = (tag: string) => document.createElementNS('http://www.w3.org/2000/svg', tag)
  return fill(make('svg'), { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, [fill(make('path'), { d: path })])
}

/** Defines an element once, even if several scripts on the page try. */
export const define = (name: string, widget: CustomElementConstructor) =>
  customElements.get(name) ?? customElements.define(name, widget)

/** Marks a style, which the build minifies. */
export const css = (parts: TemplateStringsArray) => parts[0] as string

const sheets: Record<string, CSSStyleSheet> = {}

/** Attaches a shadow root with styles, each parsed once for the page, and children. */
export function createShadow(host: Element, styles: string[], ...children: Node[]): ShadowRoot {
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
