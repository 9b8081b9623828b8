/** The code to paste carries the store, the look and the words, and nothing can break out of it. */
import { expect, test } from 'vitest'
import { html, react, scriptTag, shopify, usualLook } from './snippets.ts'

const where = { url: 'https://hb.example', pid: 'abc+/=' }

test.each([
  ['HTML', html],
  ['Shopify', shopify],
  ['React', react],
  ['a script tag', scriptTag],
])('%s loads the script for this store', (_name, write) => {
  const code = write(usualLook, where)
  expect(code).toContain('https://hb.example/client/latest/core.js')
  expect(code).toContain('data-store="abc+/="')
})

test('what is usual is left out', () => {
  expect(scriptTag(usualLook, where)).not.toContain('<style>')
  expect(scriptTag(usualLook, where)).not.toContain('texts(')
})

test('colours, corners and words are in it', () => {
  const code = scriptTag({ ...usualLook, accent: '#aa0000', radius: '0', notify: 'Tell me' }, where)
  expect(code).toContain('--hb-accent: #aa0000; --hb-radius: 0px')
  expect(code).toContain('heartbell.texts({ notify: "Tell me" })')
})

test('no word ends the script', () => {
  const code = scriptTag({ ...usualLook, notify: '</script><script>alert(1)</script>' }, where)
  expect(code.match(/<\/script>/g)).toHaveLength(2)
})
