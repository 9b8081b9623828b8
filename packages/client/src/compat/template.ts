/** Templates as text: `{{x}}`, `{{#x}}…{{/x}}`, `{{^x}}…{{/x}}`, with dotted names and `{{.}}`; values are escaped. */

/** A text, or a tag with its kind (`#` and `^` have parts of their own). */
type Part = string | { kind: string; name: string; parts: Part[] }

/** A comment, a value that its author wants as HTML (`{{{x}}}`, `{{&x}}`), or another tag. */
const tag = /{{!.*?}}|{{{\s*(?<raw>.*?)\s*}}}|{{(?<kind>[#^/&]?)\s*(?<name>.*?)\s*}}/gs

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeText = (text: string) => text.replace(/[&<>"']/g, (mark) => marks[mark]!)

function parse(template: string): Part[] {
  const open: Part[][] = [[]]
  let end = 0
  for (const found of template.matchAll(tag)) {
    const { raw, name = raw, kind = raw === undefined ? '' : '&' } = found.groups!
    const parts = open.at(-1)!
    parts.push(template.slice(end, found.index))
    end = found.index + found[0].length
    if (name === undefined) continue
    if (kind === '/') {
      // one that closes nothing is ignored
      if (open[1]) open.pop()
      continue
    }
    const inner: Part[] = []
    parts.push({ kind, name, parts: inner })
    if (kind === '#' || kind === '^') open.push(inner)
  }
  open.at(-1)!.push(template.slice(end))
  return open[0]!
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The innermost object that has the first name; from there along the dots. */
function lookUp(name: string, within: unknown[]): unknown {
  if (name === '.') return within.at(-1)
  const [first, ...rest] = name.split('.') as [string, ...string[]]
  const owner = within.findLast((object) => isObject(object) && Object.hasOwn(object, first)) as
    | Record<string, unknown>
    | undefined
  return rest.reduce(
    (value: unknown, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    owner?.[first],
  )
}

const isEmpty = (value: unknown) => !value || (Array.isArray(value) && !value.length)

/** An object has no text: its own `toString` may be anything. */
const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join() : isObject(value) ? '' : `${value ?? ''}`

function render(parts: Part[], within: unknown[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      const value = lookUp(part.name, within)
      if (part.kind === '^') return isEmpty(value) ? render(part.parts, within) : ''
      if (part.kind === '#') {
        if (isEmpty(value)) return ''
        const each = Array.isArray(value) ? value : [value]
        return each.map((one) => render(part.parts, [...within, one])).join('')
      }
      const text = textOf(value)
      return part.kind === '&' ? text : escapeText(text)
    })
    .join('')
}

export const renderTemplateString = (template: string, values: object): string => render(parse(template), [values])
