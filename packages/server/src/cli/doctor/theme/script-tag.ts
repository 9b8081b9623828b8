/** Doctor's checks of the script tags: ours is there once, with the right store and address, and the old service's is gone. */
import { createHash } from 'node:crypto'
import type { SafeFetch } from '../../../net/safe-fetch.ts'
import type { DoctorCheck } from '../check.ts'
import type { HtmlTag } from './html-tags.ts'
import { fetchText, type ThemePage, UnreadablePage } from './read-page.ts'

/** What our script tag must say. */
export type ExpectedScript = { pid: string; api: URL }

export const isOurScript = ({ name, attributes }: HtmlTag) =>
  name === 'script' &&
  (attributes['data-store'] !== undefined || /\/core\.js(\?|$)/.test(attributes.src ?? '')) &&
  attributes.src !== undefined

const snippet = ({ pid, api }: ExpectedScript) =>
  `<script type="module" async src="${api.origin}/client/latest/core.js" data-store="${pid}" data-compat></script>`

export function checkScriptTag(
  scripts: HtmlTag[],
  { url }: ThemePage,
  expected: ExpectedScript,
  needsCompat: boolean,
): DoctorCheck[] {
  const name = 'script'
  const [first] = scripts
  if (!first) return [{ name, state: 'fail', says: `not found: put ${snippet(expected)} into the head of every page` }]
  const { attributes, line } = first
  const checks: DoctorCheck[] = []
  const add = (state: DoctorCheck['state'], says: string) => checks.push({ name, state, says })
  if (!attributes['data-store']) add('fail', `line ${line} has no store: add data-store="${expected.pid}"`)
  else if (attributes['data-store'] !== expected.pid) add('fail', wrongStore(attributes['data-store'], expected.pid))
  if (needsCompat && attributes['data-compat'] === undefined)
    add('fail', `line ${line} lacks data-compat, so old buttons and scripts do nothing: add it`)
  if (scripts.length > 1)
    add(
      'warn',
      `found ${scripts.length} times (lines ${scripts.map(({ line }) => line).join(', ')}); only the first counts: remove the others`,
    )
  if (/^text\/plain$/i.test(attributes.type ?? ''))
    add('warn', 'has the type text/plain: it runs only after a consent tool starts it')
  else if (!canLoadFiles(first, url))
    add(
      'fail',
      `line ${line} lacks type="module": without it browsers refuse the files that the script loads from another address, and nothing works; add it`,
    )
  const api = apiOf(first, url)
  if (!api) add('fail', `line ${line} has no complete address: use ${expected.api.origin}/client/latest/core.js`)
  else if (!isSameService(api, expected.api))
    add(
      'warn',
      `calls ${api.origin}, but this installation is at ${expected.api.origin}: correct src or data-api, or set HEARTBELL_PUBLIC_URL`,
    )
  else if (url?.protocol === 'https:' && api.protocol === 'http:')
    add('fail', `browsers block ${api.origin} on a page with https: serve Heartbell with https`)
  if (checks.length > 0) return checks
  return [
    {
      name,
      state: 'ok',
      says: `found on line ${line}, with this store${attributes['data-compat'] === undefined ? '' : ' and data-compat'}`,
    },
  ]
}

/** `import()` in a classic script of another origin works only with `crossorigin` (seen in Chromium). */
function canLoadFiles({ attributes }: HtmlTag, page: URL | null): boolean {
  if (/^module$/i.test(attributes.type ?? '') || attributes.crossorigin !== undefined) return true
  const src = attributes.src!
  if (page === null) return !/^(https?:)?\/\//i.test(src)
  return URL.canParse(src, page.href) && new URL(src, page).origin === page.origin
}

const wrongStore = (found: string, pid: string) =>
  found === encodeURIComponent(pid)
    ? `data-store is encoded for a URL: write data-store="${pid}"`
    : `data-store="${found}" is another store: write data-store="${pid}"`

/** On a trial machine `localhost` and `127.0.0.1` are the same service. */
export const isSameService = (one: URL, other: URL) => serviceOf(one) === serviceOf(other)

const serviceOf = ({ protocol, host }: URL) =>
  `${protocol}//${host.replace(/^(127(\.\d+){3}|\[::1\])(?=:|$)/, 'localhost')}`

/** The address that the script calls: `data-api`, or where the file comes from. */
export function apiOf({ attributes }: HtmlTag, page: URL | null): URL | null {
  const base = page?.href
  const given = attributes['data-api'] || attributes.src || ''
  return URL.canParse(given, base) ? new URL(given, base) : null
}

/** Whether the file that the tag names can be loaded, unchanged. */
export async function checkScriptFile(
  fetch: SafeFetch,
  script: HtmlTag | undefined,
  page: URL | null,
): Promise<DoctorCheck[]> {
  const name = 'script file'
  const src = script?.attributes.src ?? ''
  if (!script || !URL.canParse(src, page?.href)) return []
  try {
    const { text, headers } = await fetchText(fetch, new URL(src, page?.href), 200_000, '*/*')
    if (!/javascript/.test(String(headers['content-type'])))
      return [{ name, state: 'fail', says: `${src} is not a script: use /client/latest/core.js of your Heartbell` }]
    const sum = `sha384-${createHash('sha384').update(text).digest('base64')}`
    const wanted = script.attributes.integrity
    if (wanted && !wanted.split(/\s+/).includes(sum))
      return [{ name, state: 'fail', says: `the file has changed, so browsers refuse it: integrity must be ${sum}` }]
    return [{ name, state: 'ok', says: `${src} loads` }]
  } catch (error) {
    if (!(error instanceof UnreadablePage)) throw error
    return [
      { name, state: 'fail', says: `can't be loaded: ${error.message}; use /client/latest/core.js of your Heartbell` },
    ]
  }
}
