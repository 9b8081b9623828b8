/** Calls members of the scripting interface in a real page, for tests. */
import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { NewStore } from '../../packages/server/src/domain/stores/stores.ts'
import { type Shop, script, sizes, type Visitor } from '../browser/shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read any answer and check it themselves.
export type Answer = any

/** The token that the store's server renders for a logged-in shopper. */
export function signIdentity({ identitySecret }: NewStore, email: string): string {
  const signed = `${Buffer.from(email).toString('base64url')}.${Math.floor(Date.now() / 1000) + 600}`
  return `${signed}.${createHmac('sha256', identitySecret).update(signed).digest('hex')}`
}

let pages = 0

/** A page with the script of this store; `attributes` are those of its tag. */
export async function openPage(shop: Shop, store: NewStore, attributes = '', visitor?: Visitor): Promise<Visitor> {
  const opened = visitor ?? (await shop.visitor())
  const html = `${sizes()}${script({ ...shop, store }, attributes)}<body></body>`
  await opened.page.goto(shop.theme(`script-${++pages}`, html))
  await opened.page.waitForFunction(() => globalThis.heartbell)
  if (attributes.includes('data-compat')) await opened.page.waitForFunction(() => '_swat' in globalThis)
  if (attributes.includes('data-identity')) await opened.page.waitForFunction(() => globalThis.heartbell.isSignedIn())
  return opened
}

/** Calls a member with two functions at the end: the answer of onSuccess, or `{ xhr }` with what onError got. */
export async function call(page: Page, path: string, ...given: unknown[]): Promise<Answer> {
  return await page.evaluate(
    async ([path, given]) => {
      const names = path.split('.')
      const last = names.pop()!
      const start = globalThis as unknown as Record<string, Answer>
      const owner = names.reduce((from, name) => from[name], start._swat ?? start.heartbell)
      return await new Promise((resolve) => {
        const fail = ({ status, responseText, description }: Answer) =>
          resolve({ xhr: { status, responseText, description } })
        if (last === 'fetchLists') owner[last]({ ...given[0], callbackFn: resolve, errorFn: fail })
        else owner[last](...given, (...answered: unknown[]) => resolve(answered[1] ? answered : answered[0]), fail)
      })
    },
    [path, given] as [string, Answer[]],
  )
}
