/** Walks through every flow of the demo shop by keyboard, one after the other as one shopper. */
import type { Chromium } from '../../../test/browser/chromium.ts'
import { openDemoServer } from '../demo-server.ts'
import { makeKeys } from './keys.ts'
import { drawer, list, notify, save, share, variantDialog } from './walks.ts'

const walks = { save, variantDialog, list, drawer, notify, share }

/** How much a shopper without a mouse could not do, or not see. */
export async function walkByKeyboard(browser: Chromium, root: string): Promise<number> {
  const server = await openDemoServer(root)
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce' })
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  let problems = 0
  for (const [name, walk] of Object.entries(walks)) {
    const found: string[] = []
    await walk(makeKeys(page, server.url, found)).catch(({ message }: Error) => found.push(message))
    const all = [...new Set(found)]
    console.log([`by keyboard: ${name}: ${all.length} issues`, ...all].join('\n  '))
    problems += all.length
  }
  await context.close()
  await server.close()
  return problems
}
