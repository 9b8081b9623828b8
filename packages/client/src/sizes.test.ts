import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Script } from 'node:vm'
import { expect, test } from 'vitest'

type Sizes = { version: string; files: Record<string, { bytes: number; gzip: number; integrity: string }> }

const folder = new URL('../dist/script/', import.meta.url)
const { files }: Sizes = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8'))

/** Raw bytes, which Shopify's theme checker counts, and gzip. Split a file that grows beyond its limit. */
const limits: Record<string, [raw: number, gzip: number]> = {
  'core.js': [9_000, 4_800],
  'notify.js': [5_000, 2_500],
  'drawer.js': [7_000, 3_400],
  'saved.js': [5_000, 2_500],
  'picker.js': [5_000, 2_500],
  'callbacks.js': [9_000, 3_900],
  'compat.js': [9_000, 4_500],
  'buttons.js': [9_800, 4_500],
  'older.js': [2_500, 1_200],
  'parts.js': [4_000, 2_000],
  'account.js': [1_500, 1_000],
  'cart-shopify.js': [2_500, 1_300],
  'cart-woo.js': [3_500, 1_700],
  'heartbell.css': [1_000, 500],
}

/** A letter of Arabic takes two bytes, of Japanese and Hindi three. */
const language = (name: string): [number, number] => (/-(ar|ja|hi)\./.test(name) ? [3_000, 1_200] : [1_600, 1_000])

test.each(Object.entries(files))('%s stays within its limits', (name, { bytes, gzip, integrity }) => {
  const [raw, packed] = limits[name] ?? (name.startsWith('words-') ? language(name) : [0, 0])
  const text = readFileSync(new URL(name, folder))
  expect(text.length).toBe(bytes)
  expect(`sha384-${createHash('sha384').update(text).digest('base64')}`).toBe(integrity)
  expect(bytes).toBeLessThanOrEqual(raw)
  expect(gzip).toBeLessThanOrEqual(packed)
})

test('each file is also a classic script', () => {
  const scripts = Object.keys(files).filter((name) => /^(?!words-).*js$/.test(name))
  expect(scripts).toContain('drawer.js')
  for (const name of scripts) expect(() => new Script(readFileSync(new URL(name, folder), 'utf8')), name).not.toThrow()
})

test('no file writes HTML, evaluates text or names another server', () => {
  for (const name of Object.keys(files)) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    expect(text, name).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|document\.cookie/,
    )
    expect(
      text.match(/https?:\/\/[^"'`]+/g)?.filter((url) => url !== 'http://www.w3.org/2000/svg') ?? [],
      name,
    ).toEqual([])
  }
})
