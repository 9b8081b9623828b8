/** A feed that arrives byte by byte costs as much scanning as one that arrives at once: counted in characters, not in time. */
import { expect, test, vi } from 'vitest'
import { readEntries } from './entries.ts'

/** Counts all characters that searches, comparisons and splits go through. */
async function countScanned(work: () => Promise<void>): Promise<number> {
  let scanned = 0
  const spies = (['indexOf', 'split', 'trimStart', 'trim', 'charCodeAt'] as const).map((name) => {
    const real = String.prototype[name] as (this: string, ...args: never[]) => unknown
    return vi.spyOn(String.prototype, name).mockImplementation(function (this: string, ...args: never[]) {
      const from = name === 'indexOf' ? Number((args as unknown[])[1] ?? 0) : 0
      scanned += name === 'charCodeAt' ? 1 : this.length - from
      return real.apply(this, args) as never
    } as never)
  })
  try {
    await work()
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return scanned
}

const long = 'word '.repeat(12_000)

const feeds = {
  xml: `<rss><channel>${[1, 2, 3].map((n) => `<item><g:id>${n}</g:id><description>${long}</description><g:note a="${long}"/></item>`).join('')}</channel></rss>`,
  comment: `<rss><!-- ${long.repeat(2)} --><channel><item><id>1</id></item></channel></rss>`,
  tabs: `id\ttitle\n${[1, 2, 3].map((n) => `${n}\t${long}`).join('\n')}\n`,
  space: `${' '.repeat(100_000)}<rss><channel><item><id>1</id></item></channel></rss>`,
}

async function* inBytes(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(text: string, size: number): Promise<unknown[]> {
  const entries: unknown[] = []
  for await (const some of readEntries(inBytes(text, size))) entries.push(...some)
  return entries
}

test.each(Object.entries(feeds))('%s', async (_, text) => {
  const whole: unknown[] = []
  const atOnce = await countScanned(async () => void whole.push(...(await read(text, text.length))))
  const small: unknown[] = []
  const byteByByte = await countScanned(async () => void small.push(...(await read(text, 1))))
  expect(small).toEqual(whole)
  expect(whole.length).toBeGreaterThan(0)
  expect(byteByByte).toBeLessThan(8 * (atOnce + text.length))
})
