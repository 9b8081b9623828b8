/** `npm run storefront`: what the storefront script costs a page, measured in Chromium; with a folder, also a picture of everything that shoppers see. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Chromium, startChromium } from '../../test/browser/chromium.ts'
import { openDemoServer } from './demo-server.ts'
import { countCalls, measureFirstVisits } from './figures.ts'
import { walkByKeyboard } from './keyboard/walk-by-keyboard.ts'
import { takeReadmePictures } from './pictures/readme.ts'
import { takePictures } from './pictures/take-pictures.ts'
import { ways } from './pictures/walk.ts'
import { openShopPage } from './shop-page.ts'

const ms = (value: number) => `${Math.round(value)} ms`

/** `only`: `keyboard` and the windows to take pictures of (`desktop`, `phone-dark` …), or `readme` for the README's; without it all. */
export async function main(root: string, [folder, ...only]: string[]): Promise<number> {
  const browser = await startChromium()
  try {
    return await (folder ? lookAtEverything(browser, root, folder, only) : measure(browser, root))
  } finally {
    await browser.close()
  }
}

async function measure(browser: Chromium, root: string): Promise<number> {
  const manifest = JSON.parse(readFileSync(join(root, 'packages/client/dist/script/manifest.json'), 'utf8'))
  const service = await openDemoServer(root)
  const page = await openShopPage(service.url, service.pid)
  try {
    console.table(manifest.files, ['bytes', 'gzip', 'brotli'])
    const visits = await measureFirstVisits(browser, page, service.url)
    const calls = await countCalls(browser, page, service.url)
    const { withUs, withoutUs, firstHeart } = visits
    console.table({
      'page without Heartbell: largest paint, loaded': `${ms(withoutUs.paint)}, ${ms(withoutUs.loaded)}`,
      'page with 60 hearts: largest paint, loaded': `${ms(withUs.paint)}, ${ms(withUs.loaded)}`,
      'with, relative to without: largest paint, loaded': `${(withUs.paint / withoutUs.paint).toFixed(2)} ×, ${(withUs.loaded / withoutUs.loaded).toFixed(2)} ×`,
      'first heart drawn': ms(firstHeart),
      'first heart, relative to the loaded page without': `${(firstHeart / withoutUs.loaded).toFixed(2)} ×`,
      'layout shift, largest of the visits': visits.shift.toFixed(4),
      'first visit: files, calls': `${visits.files}, ${visits.calls}`,
      '20 quick hearts: writes, all calls': `${calls.writes}, ${calls.all.length}`,
      'returning visit: calls': calls.returning,
    })
    return 0
  } finally {
    page.close()
    await service.close()
  }
}

async function lookAtEverything(browser: Chromium, root: string, folder: string, only: string[]): Promise<number> {
  mkdirSync(folder, { recursive: true })
  if (only[0] === 'readme') {
    await takeReadmePictures(browser, root, folder)
    return 0
  }
  const isAsked = (part: string) => !only[0] || only.includes(part)
  let found = isAsked('keyboard') ? await walkByKeyboard(browser, root) : 0
  for (const way of Object.keys(ways).filter(isAsked)) {
    const { pictures, issues } = await takePictures(browser, root, folder, way)
    console.log([`${way}: ${pictures} pictures, ${issues.length} issues`, ...issues].join('\n  '))
    found += issues.length
  }
  return found === 0 ? 0 : 1
}
