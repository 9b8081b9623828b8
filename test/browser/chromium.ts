/** A real Chromium for the browser tests: the one of this machine, or the one playwright keeps. */
import { accessSync, constants } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

function isThere(place: string | undefined): place is string {
  try {
    accessSync(place ?? '', constants.X_OK)
    return place !== undefined
  } catch {
    return false
  }
}

export async function openChromium(): Promise<Browser> {
  const found = [...places, chromium.executablePath()].find(isThere)
  if (!found) throw new Error('There is no Chromium: install one, or say where it is with CHROMIUM=/path/to/it.')
  // Root, as in many containers, has no sandbox of its own to give.
  return await chromium.launch({ executablePath: found, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
}
