import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Script } from 'node:vm'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

type Sizes = {
  version: string
  files: Record<string, { bytes: number; gzip: number; brotli: number; integrity: string }>
}

const folder = new URL('../dist/script/', import.meta.url)
const { files }: Sizes = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8'))

/** Raw bytes, which Shopify's theme checker counts: it refuses a script of more than 10,000. Split a file that grows beyond its limit. */
const limits: Record<string, number> = { 'core.js': 9_000, 'heartbell.css': 2_000 }

/** A letter of Arabic takes two bytes, of Japanese and Hindi three. */
const limitOf = (name: string): number =>
  limits[name] ?? (name.startsWith('words-') ? (/-(ar|ja|hi)\./.test(name) ? 3_000 : 1_500) : 10_000)

test.each(Object.entries(files))('%s stays within its limits', (name, { bytes, gzip, brotli, integrity }) => {
  const text = readFileSync(new URL(name, folder))
  expect(text.length).toBe(bytes)
  expect(`sha384-${createHash('sha384').update(text).digest('base64')}`).toBe(integrity)
  expect(bytes).toBeLessThanOrEqual(limitOf(name))
  expect(gzip).toBe(gzipSync(text, { level: 9 }).length)
  expect(brotli).toBe(brotliCompressSync(text).length)
})

test('each file is also a classic script', () => {
  const scripts = Object.keys(files).filter((name) => /^(?!words-).*js$/.test(name))
  expect(scripts).toContain('drawer.js')
  for (const name of scripts) expect(() => new Script(readFileSync(new URL(name, folder), 'utf8')), name).not.toThrow()
})

/** A namespace, and a link that a shopper presses in the share panel: neither is a request of the page. */
const allowed = ['http://www.w3.org/2000/svg', 'https://wa.me/?text=']

test('no file writes HTML, evaluates text or names another server', () => {
  for (const name of Object.keys(files)) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    expect(text, name).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|document\.cookie/,
    )
    expect(text.match(/https?:\/\/[^"'`]+/g)?.filter((url) => !allowed.includes(url)) ?? [], name).toEqual([])
  }
})
