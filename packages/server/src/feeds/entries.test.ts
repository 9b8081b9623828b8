import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import sax from 'sax'
import { expect, test } from 'vitest'
import { BadFeed } from './decode.ts'
import { readEntries } from './entries.ts'
import { XmlScanner } from './xml-scanner.ts'

async function* pieces(bytes: Buffer, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function read(text: string | Buffer, size = 7) {
  const entries = []
  for await (const some of readEntries(pieces(Buffer.from(text as string), size)))
    for (const { fields } of some) entries.push({ ...fields })
  return entries
}

const rss = (items: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>${items}</channel></rss>`

// proves C5.feeds
test('RSS is read item by item, with plain and g: names, however it is chunked', async () => {
  const text = rss(`
    <item><g:id>1</g:id><title><![CDATA[Shirt <green> & more]]></title><g:price>9.00 EUR</g:price>
      <g:shipping><g:country>DE</g:country><g:price>4.00 EUR</g:price></g:shipping></item>
    <!-- <item><g:id>not this</g:id></item> -->
    <item><g:id>2</g:id><g:title>Tea &amp; caf&#233; &#x1F375;</g:title><link/></item>`)
  const expected = [
    { id: '1', title: 'Shirt <green> & more', price: '9.00 EUR', shipping: '' },
    { id: '2', title: 'Tea & café 🍵', link: '' },
  ]
  for (const size of [1, 3, 7, 1000]) expect(await read(text, size)).toEqual(expected)
  expect(await read(gzipSync(text))).toEqual(expected)
})

// proves C5.feeds
test('Atom is read, with links from attributes', async () => {
  const text = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0">
    <entry><g:id>1</g:id><link rel="self" href="x"/><title>A &gt; B</title></entry>
    <entry><g:id>2</g:id><link rel='alternate' href='https://shop.example/?a=1&amp;b=">"'/></entry></feed>`
  expect(await read(text)).toEqual([
    { id: '1', link: '', title: 'A > B' },
    { id: '2', link: 'https://shop.example/?a=1&b=">"' },
  ])
})

// proves C5.feeds
test('a table is recognized by its header, with any delimiter', async () => {
  const expected = [{ id: '1', title: 'A, "b"; c', image_link: 'i' }]
  expect(await read('id\ttitle\timage link\n1\tA, "b"; c\ti\r\n')).toEqual(expected)
  expect(await read('\ufeffg:id,Title,Image_Link\r\n1,"A, ""b""; c",i\r\n')).toEqual(expected)
  expect(await read('id;title;image_link\n1;"A, ""b""; c";i')).toEqual(expected)
  expect(await read('id|title|image_link\n\n1|"A, ""b""; c"|i\n')).toEqual(expected)
  expect(await read('id\ttitle\n1\t"A ""quoted"" one"\n2\t5" pipe')).toEqual([
    { id: '1', title: 'A "quoted" one' },
    { id: '2', title: '5" pipe' },
  ])
  expect(await read(Buffer.from('\ufeffid\ttitle\n1\tcafé', 'utf16le'))).toEqual([{ id: '1', title: 'café' }])
})

test('the encoding that the feed declares is used', async () => {
  const text = rss('<item><g:id>1</g:id><title>café</title></item>').replace('UTF-8', 'ISO-8859-1')
  expect(await read(Buffer.from(text, 'latin1'))).toEqual([{ id: '1', title: 'café' }])
})

test('input that is no feed, broken or hostile is refused with a clear message', async () => {
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss><item><g:id>&b;</g:id></item></rss>'
  const bad: [string | Buffer, RegExp][] = [
    ['', /empty/],
    ['  \n ', /empty/],
    [bomb, /document type/],
    [`<?xml version="1.0"?>\n${bomb}`, /document type/],
    ['<html><body>Not found</body></html>', /neither RSS/],
    [rss('<item><g:id>1</g:id>'), /closes nothing/],
    ['<rss><channel><item><g:id>1</g:id></item>', /ends/],
    ['<rss><channel></channel></rss><rss/>', /second root/],
    [rss('<item><g:id>1</g:idd></item>'), /closes nothing/],
    ['name,price\nA,1\n', /id/],
    [Buffer.concat([gzipSync(rss('')).subarray(0, 40)]), /gzip/],
    [Buffer.from([0x69, 0x64, 0x0a, 0xff, 0xfe, 0x0a]), /UTF-8/],
    ['<?xml version="1.0" encoding="klingon"?><rss/>', /klingon/],
    [`id\ttitle\n1\t${'x'.repeat(300_000)}`, /longer/],
    [`<rss>${'<a>'.repeat(200)}`, /deep/],
  ]
  for (const [text, says] of bad) await expect(read(text, 4096), String(says)).rejects.toThrow(says)
  for (const [text] of bad) await expect(read(text, 4096)).rejects.toThrow(BadFeed)
})

/** The events that sax reports for the same text. */
function asSax(text: string): string[] {
  const events: string[] = []
  const parser = sax.parser(true, {})
  parser.onopentag = ({ name }) => events.push(`<${name}>`)
  parser.onclosetag = () => events.push('</>')
  parser.ontext = parser.oncdata = (more) => events.push(more)
  parser.write(text).close()
  return joined(events)
}

/** Joins adjacent texts. */
const joined = (events: string[]) =>
  events.reduce<string[]>((all, one) => {
    const last = all.at(-1)
    if (last !== undefined && !/^<.*>$/s.test(last) && !/^<.*>$/s.test(one)) all[all.length - 1] = last + one
    else all.push(one)
    return all
  }, [])

const name = fc.constantFrom('a', 'g:id', 'item', 'x-1', 'é')
const plain = fc.stringMatching(/^[ a-z0-9'"é\]]{1,8}$/)
const leaf = fc.oneof(
  plain,
  plain.map((text) => `<!--${text}-->`),
  plain.map((text) => `<![CDATA[${text.replaceAll(']', '')} & b]]>`),
  fc.constantFrom('&amp;', '&lt;', '&#65;', '&#x42;', '<?pi x?>', '<e/>', '<e a="1 > 0" b=\'"\' />'),
)
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc
      .tuple(name, fc.array(tie('tree'), { maxLength: 4 }))
      .map(([tag, inside]) => `<${tag} k="v">${inside.join('')}</${tag} >`),
  ),
}))

test('the scanner reports the same events as sax, however the text is chunked', () => {
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 5 }), fc.integer({ min: 1, max: 9 }), (inside, size) => {
      const text = `<root>${inside.join('')}</root>`
      const events: string[] = []
      const scanner = new XmlScanner({
        open: (tag) => events.push(`<${tag}>`),
        text: (more) => events.push(more),
        close: () => events.push('</>'),
      })
      for (let from = 0; from < text.length; from += size) scanner.write(text.slice(from, from + size))
      scanner.end()
      expect(joined(events.filter((one) => one !== ''))).toEqual(asSax(text))
    }),
    { numRuns: 300 },
  )
})
