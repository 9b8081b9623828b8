/** A shopper without a mouse: every step is a key, and what has the focus must be visible. */
import type { Page } from 'playwright-core'

export type Keys = {
  page: Page
  /** Presses Tab (or Shift+Tab) until the focus is on what has this name. */
  to(name: string | RegExp, options?: { back?: boolean }): Promise<void>
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** The name of what has the focus. */
  focused(): Promise<string>
  /** Fails unless what has the focus gets this name. */
  isOn(name: string | RegExp): Promise<void>
  /** Waits for a text of the page. */
  says(text: string | RegExp): Promise<void>
  open(path: string): Promise<void>
}

/** More than the demo's longest page has. */
const MOST = 120

const isNamed = (name: string, wanted: string | RegExp) =>
  typeof wanted === 'string' ? name === wanted : wanted.test(name)

type Focus = { name: string; fault: string }

/** What has the focus, inside shadow roots, too, and why a person could not see that. */
function readFocus(): Focus {
  let at = document.activeElement as HTMLElement | null
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement as HTMLElement
  if (!at || at === document.body) return { name: '', fault: '' }
  const root = at.getRootNode() as Document | ShadowRoot
  const label = (at as HTMLInputElement).labels?.[0]?.textContent
  const about = at.getAttribute('aria-labelledby')
  const said = about && root.getElementById(about)?.textContent
  const name = (at.ariaLabel || said || label || at.textContent || at.localName).replace(/\s+/g, ' ').trim()
  const { top, bottom, left, right, width, height } = at.getBoundingClientRect()
  const isInside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  const styles = [at, at.parentElement].filter((one) => one !== null).map((one) => getComputedStyle(one))
  const hasRing = styles.some(({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none')
  let hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  while (hit?.shadowRoot) {
    const inner: Element | null = hit.shadowRoot.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    if (!inner || inner === hit) break
    hit = inner
  }
  const isCovered = !!hit && !at.contains(hit) && !hit.contains(at) && !hit.closest('label')?.contains(at)
  const faults = [
    !hasRing && 'no ring',
    !isInside && 'outside the window',
    !(width && height) && 'no size',
    isCovered && `covered by ${hit!.outerHTML.slice(0, 80)}`,
  ]
  return { name, fault: faults.filter(Boolean).join(', ') }
}

export function makeKeys(page: Page, url: string, problems: string[]): Keys {
  const look = async (): Promise<string> => {
    const { name, fault } = await page.evaluate(readFocus)
    if (fault) problems.push(`the focus on “${name}”: ${fault}`)
    return name
  }
  return {
    page,
    focused: look,
    to: async (wanted, { back = false } = {}) => {
      const passed: string[] = []
      for (let step = 0; step < MOST; step++) {
        await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
        const name = await look()
        if (isNamed(name, wanted)) return
        passed.push(name)
      }
      throw new Error(`Tab never came to “${wanted}”, only to: ${[...new Set(passed)].join(' | ')}`)
    },
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key)
    },
    type: (text) => page.keyboard.type(text),
    isOn: async (wanted) => {
      for (let tries = 0; tries < 50; tries++) {
        // a page that is being left has no focus
        const { name } = await page.evaluate(readFocus).catch(() => ({ name: '' }))
        if (isNamed(name, wanted)) return
        await page.waitForTimeout(100)
      }
      throw new Error(`The focus is on “${await look()}” instead of “${wanted}”.`)
    },
    says: async (text) => {
      await page.getByText(text).first().waitFor()
    },
    open: async (path) => {
      await page.goto(`${url}${path}`)
      await page.waitForFunction(() => globalThis.heartbell?.isSaved)
    },
  }
}
