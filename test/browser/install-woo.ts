/**
 * The PHP of docs/install.md. With php on the machine it runs, in a stand-in of WordPress, and must print `woo/printed.html`; without it the
 * file must be what exactly this code printed, which its hash says. What is printed is then a page of the shop.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { projectRoot } from '../codebase/sources.ts'
import { signIdentity } from '../conformance/script-page.ts'
import type { Shop, Visitor } from './shop.ts'
import { snippet } from './snippets.ts'

const folder = join(projectRoot, 'test/browser/woo')
const token = /data-identity="((.+\.\d+)\.(.+?))"/

/** Printed by real PHP, with `TOKEN` in place of the token, which differs each time. */
function printWithPhp(code: string): string {
  const place = mkdtempSync(join(tmpdir(), 'heartbell-php-'))
  try {
    writeFileSync(join(place, 'snippet.php'), code)
    const html = execFileSync('php', [join(folder, 'wordpress.php'), join(place, 'snippet.php')], { encoding: 'utf8' })
    const [, , signed, signature] = token.exec(html)!
    expect(createHmac('sha256', 'the identity secret').update(signed!).digest('hex')).toBe(signature)
    return html.replace(token, 'data-identity="TOKEN"')
  } finally {
    rmSync(place, { recursive: true })
  }
}

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

export async function checkWooCommerce(shop: Shop): Promise<Visitor> {
  const code = snippet('woocommerce', { url: 'https://wishes.example', store: { ...shop.store, pid: 'PID' } })
  const [, hash, printed] = /^<!-- sha256 (\w+) -->\n([\s\S]*)$/.exec(
    readFileSync(join(folder, 'printed.html'), 'utf8'),
  )!
  const hasPhp = spawnSync('php', ['--version']).status === 0
  if (hasPhp) expect(printWithPhp(code)).toBe(printed)
  expect(hash, 'The PHP changed. Run it where php is installed, and store what it prints in woo/printed.html.').toBe(
    hashOf(code),
  )
  const html = printed!
    .replaceAll('https://wishes.example', shop.url)
    .replace('"PID"', `"${shop.store.pid}"`)
    .replace('TOKEN', signIdentity(shop.store, 'ada@shop.example'))
  const visitor = await shop.visitor()
  await visitor.page.goto(shop.theme('install-woo', html))
  return visitor
}
