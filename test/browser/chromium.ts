/** A real Chromium for the tests: an installed one, a downloaded one, or a message that says what to do. */
import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { installOnce } from '../../packages/server/src/database/testing/install-once.ts'

const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const isThere = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function findChromium(): string | undefined {
  const asked = process.env.CHROMIUM_PATH
  if (asked && !isThere(asked)) throw new Error(`CHROMIUM_PATH is ${asked}, and there is no program.`)
  return asked ?? [...known, chromium.executablePath()].find(isThere)
}

const isRoot = () => process.getuid?.() === 0

/** Playwright's own first; if it has none for this machine, Debian's. */
function fetchChromium(): void {
  const playwright = join(createRequire(import.meta.url).resolve('playwright-core/package.json'), '..', 'cli.js')
  const ways: [string, string[]][] = [
    [process.execPath, [playwright, 'install', ...(isRoot() ? ['--with-deps'] : []), 'chromium']],
    ...(isRoot()
      ? ([
          ['apt-get', ['update']],
          ['apt-get', ['install', '-y', 'chromium']],
        ] as [string, string[]][])
      : []),
  ]
  for (const [program, args] of ways) {
    try {
      execFileSync(program, args, { stdio: 'pipe', timeout: 300_000 })
    } catch {
      // try the next one, or fail with the message below
    }
    if (findChromium()) return
  }
}

/**
 * Chromium obeys the last list only, so the first names repeat what Playwright disables. The last three load the pages of the
 * address bar's suggestions in each new window, which takes more CPU than most tests (0.8 of 1.3 s).
 */
const disabledFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  ...['PreconnectToSearch', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'PreloadTopChromeWebUI'],
]

/** Browser tests are never skipped silently. The caller closes the browser. */
export async function startChromium(): Promise<Browser> {
  installOnce(() => findChromium() !== undefined, fetchChromium)
  const executablePath = findChromium()
  if (!executablePath)
    throw new Error(
      'The browser tests need Chromium, and it could not be fetched. Install it (Debian and Ubuntu: `apt-get install chromium`; ' +
        'elsewhere: `npx playwright-core install chromium`), or say where it is: CHROMIUM_PATH=/path/to/chromium npm test',
    )
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
  quiet.push(`--disable-features=${disabledFeatures.join(',')}`)
  return await chromium.launch({ executablePath, args: [...(isRoot() ? ['--no-sandbox'] : []), ...quiet] })
}

/** What a test file uses of the browser. */
export type Chromium = Pick<Browser, 'newContext' | 'close'>

const shared = globalThis as { testBrowser?: Promise<Browser> }

/** The test files of one process share a browser, because each start takes one to two seconds. `close` closes the caller's contexts. */
export async function launchChromium(): Promise<Chromium> {
  if (!(await shared.testBrowser)?.isConnected()) shared.testBrowser = startChromium()
  const browser = await shared.testBrowser!
  const contexts: BrowserContext[] = []
  return {
    newContext: async (options) => {
      const context = await browser.newContext(options)
      // A busy machine takes long to open a page; what never comes is a failure soon enough.
      context.setDefaultTimeout(60_000)
      contexts.push(context)
      return context
    },
    close: async () => {
      await Promise.all(contexts.map((context) => context.close()))
    },
  }
}
