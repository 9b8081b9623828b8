/** `npm run storefront`: what the storefront script costs a page, measured in Chromium; with a folder, also a picture of everything that shoppers see. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Chromium, startChromium } from '../../test/browser/chromium.ts'
import { openDemoServer } from './demo-server.ts'
import { countCalls, measureFirstVisits } from './figures.ts'
import { takePictures } from './pictures.ts'
import { openShopPage } from './shop-page.ts'

const ms = (value: number) => `${Math.round(value)} ms`

export async function main(root: string, [folder]: string[]): Promise<number> {
  const manifest = JSON.parse(readFileSync(join(root, 'packages/client/dist/script/manifest.json'), 'utf8'))
  const service = await openDemoServer(root)
  const page = await openShopPage(service.url, service.pid)
  const browser = await startChromium()
  try {
    if (folder) return await lookAtEverything(browser, service.url, folder)
    console.table(manifest.files, ['bytes', 'gzip', 'brotli'])
    const visits = await measureFirstVisits(browser, page, service.url)
    const calls = await countCalls(browser, page, service.url)
    console.table({
      'page without Heartbell: largest paint, loaded': `${ms(visits.withoutUs.paint)}, ${ms(visits.withoutUs.loaded)}`,
      'page with 60 hearts: largest paint, loaded': `${ms(visits.withUs.paint)}, ${ms(visits.withUs.loaded)}`,
      'first heart drawn': ms(visits.firstHeart),
      'layout shift, largest of the visits': visits.shift.toFixed(4),
      'first visit: files, calls': `${visits.files}, ${visits.calls}`,
      '20 quick hearts: writes, all calls': `${calls.writes}, ${calls.all.length}`,
      'returning visit: calls': calls.returning,
    })
    return 0
  } finally {
    await browser.close()
    page.close()
    await service.close()
  }
}

async function lookAtEverything(browser: Chromium, url: string, folder: string): Promise<number> {
  mkdirSync(folder, { recursive: true })
  const issues = await takePictures(browser, url, folder)
  for (const issue of issues) console.log(issue)
  console.log(`${issues.length} issues found by axe.`)
  return issues.length === 0 ? 0 : 1
}
