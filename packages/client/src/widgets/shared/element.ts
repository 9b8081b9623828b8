/** Creates elements without HTML text and styles without style tags, as strict policies require. */
import { ignoreFailure } from '../../client/sync/ignore-failure.ts'

type Child = Node | string | false | null | undefined
type Attributes = Record<string, unknown>
/** One of several; the code asks which. */
// biome-ignore lint/suspicious/noExplicitAny: a cast for each kind is longer than the code
type Value = any

/** A function is an event handler; true is an attribute without a value; false, null and undefined set nothing. */
export const h = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] => fill(document.createElement(tag), attributes, children)

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[] = []): E {
  for (const name in attributes) {
    const value = attributes[name] as Value
    // returning false from such a handler would cancel the event; only functions have `call`, which is shorter than `typeof`
    if (value?.call) (element as unknown as Attributes)[name] = (event: Event) => void value(event)
    else if (value != null && value !== false) element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.map((child) => child || ''))
  return element
}

/** A name of its own, because it is called often. */
export const prevent = (event: Event): void => event.preventDefault()

/** An icon with one path, 24 by 24. */
export function icon(path: string): Element {
  const make = (tag: string) => document.createElementNS('http://www.w3.org/2000/svg', tag)
  return fill(make('svg'), { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, [fill(make('path'), { d: path })])
}

type WidgetElement = HTMLElement &
  Record<'connectedCallback' | 'disconnectedCallback' | 'show', () => void> & { draw?: unknown }
type WidgetClass = { new (): WidgetElement; observedAttributes?: string[] }

/** The classes of the elements whose file is loaded, by name. */
const classes: Record<string, WidgetClass> = {}

let upgraded: HTMLElement

/**
 * The base of every widget's class. An element can be defined only once, and core.js defines all of them before their files are
 * loaded, so that they work whenever they are added to a page. The class gets the existing element as its `this`: a constructor
 * may return another object.
 */
// biome-ignore lint/complexity/useArrowFunction: a class extends it
export const Base = function () {
  return upgraded
} as unknown as typeof HTMLElement
// no page: server rendering
if (globalThis.HTMLElement) (Base as { prototype: HTMLElement }).prototype = HTMLElement.prototype

function start(element: WidgetElement, Class: WidgetClass): void {
  if (!element.draw) {
    Object.setPrototypeOf(element, Class.prototype)
    upgraded = element
    new Class()
    new MutationObserver(() => element.show()).observe(element, {
      attributeFilter: Class.observedAttributes ?? [],
    })
  }
  element.connectedCallback()
}

/** Defines an element by its name, without `heartbell-`. With `load`, its class comes with a file, which is loaded when an element is on the page. */
export function defineElement(name: string, load?: (() => Promise<unknown>) | false): void {
  const tag = `heartbell-${name}`
  if (customElements.get(tag)) return
  customElements.define(
    tag,
    class extends HTMLElement {
      connectedCallback() {
        // a file of another release defines nothing here
        const begin = () => classes[name] && this.isConnected && start(this as unknown as WidgetElement, classes[name])
        // without a network the next element tries again
        if (load)
          ignoreFailure(
            load().then(() => {
              load = false
              begin()
            }),
          )
        else begin()
      }

      disconnectedCallback() {
        // the browser calls this one for ever; the element has its own class since `start`
        if ((this as unknown as WidgetElement).draw) this.disconnectedCallback()
      }
    },
  )
}

/** Gives an element its class, once, even if several scripts on the page try. */
export function define(name: string, Class: CustomElementConstructor): void {
  classes[name] ??= Class as unknown as WidgetClass
  defineElement(name)
}

/** Marks a style, which the build minifies. */
export const css = (parts: TemplateStringsArray) => parts[0] as string

const sheets: Record<string, CSSStyleSheet> = {}

const parseStyle = (sheet: CSSStyleSheet, text: string) => {
  sheet.replaceSync(text)
  return sheet
}

/** Attaches a shadow root with styles, each parsed once for the page, and children. */
export function createShadow(host: Element, styles: string[], ...children: (Node | string)[]): ShadowRoot {
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = styles.map((text) => (sheets[text] ??= parseStyle(new CSSStyleSheet(), text)))
  root.append(...children)
  return root
}
