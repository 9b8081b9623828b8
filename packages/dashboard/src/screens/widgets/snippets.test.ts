/** The code to paste contains the store, the appearance and the texts, and no text can break out of it. */
import { expect, test } from 'vitest'
import { defaultLook, html, react, scriptTag, shopify } from './snippets.ts'

const where = { url: 'https://hb.example', pid: 'abc+/=' }

test.each([
  ['HTML', html],
  ['Shopify', shopify],
  ['React', react],
  ['a script tag', scriptTag],
])('%s loads the script for this store', (_name, write) => {
  const code = write(defaultLook, where)
  expect(code).toContain('https://hb.example/client/latest/core.js')
  expect(code).toContain('data-store="abc+/="')
})

test('defaults are left out', () => {
  expect(scriptTag(defaultLook, where)).not.toContain('<style>')
  expect(scriptTag(defaultLook, where)).not.toContain('texts(')
})

test('colours, corners and words are in it', () => {
  const code = scriptTag({ ...defaultLook, accent: '#aa0000', radius: '0', notify: 'Tell me' }, where)
  expect(code).toContain('--hb-accent: #aa0000; --hb-radius: 0px')
  expect(code).toContain('heartbell.texts({ notify: "Tell me" })')
})

test('no word ends the script', () => {
  const code = scriptTag({ ...defaultLook, notify: '</script><script>alert(1)</script>' }, where)
  expect(code.match(/<\/script>/g)).toHaveLength(2)
})
