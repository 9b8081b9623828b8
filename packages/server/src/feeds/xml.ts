/** XML feeds (RSS 2.0, Atom), read as a stream: only one entry is in memory. */
import { BadFeed } from './decode.ts'
import { EmptyFields, type FeedEntry, type FeedFields } from './entry.ts'
import { readAttribute, type XmlEvents, XmlScanner } from './xml-scanner.ts'

const longestField = 64 * 1024
const mostFields = 250

export async function* readXml(texts: AsyncIterable<string>): AsyncGenerator<FeedEntry[]> {
  const ready: FeedEntry[] = []
  const scanner = new XmlScanner(entriesOf((entry) => ready.push(entry)))
  for await (const text of texts) {
    scanner.write(text)
    yield ready.splice(0)
  }
  scanner.end()
  yield ready
}

const roots = ['rss', 'feed', 'rdf:rdf', 'channel']

function entriesOf(give: (entry: FeedEntry) => void): XmlEvents {
  let number = 0
  let depth = 0
  let entryDepth = 0
  const names = new Map<string, string>()
  let fields: FeedFields | null = null
  let size = 0
  let name = ''
  let text = ''
  const addName = (tag: string) => {
    const plain = plainName(tag)
    // A feed with invented names must not fill the memory.
    if (names.size < mostFields) names.set(tag, plain)
    return plain
  }
  return {
    open(tag, attributes) {
      depth++
      if (depth === 1 && !roots.includes(tag.toLowerCase()))
        throw new BadFeed('The feed is XML, but neither RSS 2.0 nor Atom.')
      if (!fields && (tag === 'item' || tag === 'entry')) {
        fields = new EmptyFields()
        entryDepth = depth
        size = 0
      } else if (fields && depth === entryDepth + 1) {
        name = names.get(tag) ?? addName(tag)
        text = name === 'link' ? linkOf(attributes) : ''
      }
    },
    text(more) {
      if (fields && depth === entryDepth + 1 && text.length <= longestField) text += more
    },
    close() {
      if (fields && depth === entryDepth + 1) {
        if (size < mostFields && fields[name] === undefined) {
          fields[name] = text.trim()
          size++
        }
      } else if (fields && depth === entryDepth) {
        give({ number: ++number, fields })
        fields = null
      }
      depth--
    },
  }
}

/** `g:price`, `price` and `c:price` are the same attribute. */
const plainName = (tag: string) => tag.slice(tag.indexOf(':') + 1).toLowerCase()

/** In Atom the URL of a link is in an attribute. */
function linkOf(attributes: string): string {
  if (attributes === '') return ''
  return (readAttribute(attributes, 'rel') ?? 'alternate') === 'alternate'
    ? (readAttribute(attributes, 'href') ?? '')
    : ''
}
