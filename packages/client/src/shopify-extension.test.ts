import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../shopify-theme-extension/', import.meta.url)
const blocks = readdirSync(new URL('blocks/', folder))
const assets = readdirSync(new URL('assets/', folder))
const read = (path: string) => readFileSync(new URL(path, folder))

test('every script is below the 10,000 raw bytes of Shopify’s theme checker', () => {
  const scripts = assets.filter((name) => name.endsWith('.js'))
  expect(scripts).toContain('core.js')
  for (const name of scripts) expect(read(`assets/${name}`).length, name).toBeLessThanOrEqual(10_000)
})

test.each(blocks)('%s has a schema that names only existing files', (name) => {
  const text = read(`blocks/${name}`).toString()
  const [, json] = /{% schema %}([\s\S]*){% endschema %}/.exec(text)!
  const { name: title, target, javascript } = JSON.parse(json!)
  expect(title.length).toBeLessThanOrEqual(25)
  expect(['section', 'body', 'head']).toContain(target)
  const named = [...text.matchAll(/'([\w.-]+)' \| asset_url/g)].map(([, file]) => file!)
  for (const file of [...named, ...(javascript ? [javascript] : [])]) expect(assets).toContain(file)
})
