/** Reads the page that doctor looks at, and the scripts and stylesheets it links: from the shop, or from a file. */
import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { BlockedRequest, type SafeFetch, type SafeResponse } from '../../../net/safe-fetch.ts'

/** A page or script that can't be read; the message says why. */
export class UnreadablePage extends Error {}

export type ThemePage = {
  /** The address after redirects; null for a file. */
  url: URL | null
  html: string
  /** Content-Security-Policy headers. */
  policies: string[]
  /** A script or stylesheet; null if it is not read: of another site, or a missing file. */
  readLinked(address: string): Promise<string | null>
}

const mostPageBytes = 3_000_000
const mostScriptBytes = 2_000_000
const mostRedirects = 5
const timeoutMillis = 10_000

export const isWebAddress = (place: string) => /^https?:\/\//i.test(place)

export async function readPage(fetch: SafeFetch, place: string): Promise<ThemePage> {
  return isWebAddress(place) ? await fetchPage(fetch, place) : await openFile(place)
}

async function fetchPage(fetch: SafeFetch, place: string): Promise<ThemePage> {
  const { url, headers, text } = await fetchText(fetch, new URL(place), mostPageBytes, 'text/html')
  const type = String(headers['content-type'] ?? '')
  if (type && !/html/i.test(type)) throw new UnreadablePage(`it is not HTML but ${type.split(';')[0]}`)
  if (!looksLikeHtml(text)) throw new UnreadablePage('it contains no HTML')
  return {
    ...{ url, html: text, policies: [headers['content-security-policy'] ?? []].flat() },
    readLinked: async (address) => {
      if (!URL.canParse(address, url.href)) return null
      const target = new URL(address, url)
      if (!isThemeScript(target, url)) return null
      return (await fetchText(fetch, target, mostScriptBytes, '*/*')).text
    },
  }
}

/** Of the same site; and the files of a Shopify theme, which Shopify serves from its own. */
const isThemeScript = (script: URL, page: URL) =>
  script.origin === page.origin || (script.host === 'cdn.shopify.com' && /\/files\/|\/t\//.test(script.pathname))

/** Redirects are followed here, because each address is checked again. */
export async function fetchText(fetch: SafeFetch, from: URL, maxBytes: number, accept: string) {
  let url = from
  for (let hops = 0; hops <= mostRedirects; hops++) {
    const answer = await ask(fetch, url, maxBytes, accept)
    const { status, headers } = answer
    const next = headers.location
    if (status >= 300 && status < 400 && typeof next === 'string' && URL.canParse(next, url.href)) {
      await answer.dump()
      url = new URL(next, url)
      continue
    }
    if (status !== 200) {
      await answer.dump()
      throw new UnreadablePage(`${url.href} answers with status ${status}`)
    }
    return { url, headers, text: await answer.text().catch((error) => fail(url, error)) }
  }
  throw new UnreadablePage(`it redirects more than ${mostRedirects} times`)
}

const ask = (fetch: SafeFetch, url: URL, maxBytes: number, accept: string): Promise<SafeResponse> =>
  fetch(url, { timeoutMillis, maxBytes, headers: { accept } }).catch((error) => fail(url, error))

function fail(url: URL, error: Error): never {
  if (error instanceof BlockedRequest) throw new UnreadablePage(`${error.message}${adviceFor(url, error)}`)
  const code = (error as NodeJS.ErrnoException).code ?? error.name
  throw new UnreadablePage(`${url.host} does not answer (${code})`)
}

const adviceFor = ({ hostname }: URL, { message }: Error) =>
  /^(localhost|127\.|\[::1\])/.test(hostname) && /not a public/.test(message)
    ? '; HEARTBELL_LOOPBACK=on allows pages of this machine'
    : ''

async function openFile(place: string): Promise<ThemePage> {
  const path = resolve(place)
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : Number.NaN),
    () => null,
  )
  if (size === null) throw new UnreadablePage(`${path} does not exist; an address begins with https://`)
  if (Number.isNaN(size)) throw new UnreadablePage(`${path} is not a file`)
  if (size > mostPageBytes) throw new UnreadablePage(`it is larger than ${mostPageBytes} bytes`)
  const html = await readFile(path, 'utf8')
  if (!looksLikeHtml(html)) throw new UnreadablePage('it contains no HTML')
  return { url: null, html, policies: [], readLinked: (address) => readBeside(dirname(path), address) }
}

/** Only files in the folder of the page: a saved page must not make us read others. */
async function readBeside(folder: string, address: string): Promise<string | null> {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)) return null
  const path = resolve(folder, address.replace(/[?#].*$/, '').replace(/^\/+/, ''))
  const real = await realpath(path).catch(() => null)
  if (!real?.startsWith((await realpath(folder)) + sep)) return null
  const found = await stat(real)
  return found.isFile() && found.size <= mostScriptBytes ? await readFile(real, 'utf8') : null
}

const looksLikeHtml = (text: string) =>
  /<(!doctype|html|head|body|script|div|button|a|link|style|template)\b/i.test(text)
