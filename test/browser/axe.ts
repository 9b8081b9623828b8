/** The accessibility issues that axe finds on a page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** `within`: a selector. `rules`: only these; a second colour scheme needs only `color-contrast`, which takes a third of the time. */
export async function findIssues(page: Page, { within, rules }: { within?: string; rules?: string[] } = {}) {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(source)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const call = `axe.run(${within ? JSON.stringify(within) : 'document'}, ${JSON.stringify(options)})`
  const { violations } = await page.evaluate<AxeResults>(call)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
