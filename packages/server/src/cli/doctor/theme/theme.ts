/** `doctor --store PID --theme URL`: which hooks of older scripts a page of the shop has, and whether they will work. */
import type { Store } from '../../../domain/stores/stores.ts'
import type { SafeFetch } from '../../../net/safe-fetch.ts'
import type { DoctorCheck } from '../check.ts'
import { checkButtons, checkHidden, isActionButton } from './buttons.ts'
import { type HtmlTag, readTags } from './html-tags.ts'
import { checkIdentity } from './identity.ts'
import { lineFinder } from './lines.ts'
import { maskScript } from './mask-script.ts'
import { checkCart, checkUses } from './member-checks.ts'
import { checkOldCalls, checkOldScript, checkRefusedCalls, findOldAddresses, type ThemeText } from './old-addresses.ts'
import { checkPolicies, findPolicies } from './policy.ts'
import { readPage, type ThemePage, UnreadablePage } from './read-page.ts'
import { apiOf, checkScriptFile, checkScriptTag, isOurScript } from './script-tag.ts'
import { findUses, type ScriptUses } from './script-uses.ts'

export type ThemeContext = { fetch: SafeFetch; store: Store; api: URL }

export async function checkTheme({ fetch, store, api }: ThemeContext, place: string): Promise<DoctorCheck[]> {
  let page: ThemePage
  try {
    page = await readPage(fetch, place)
  } catch (error) {
    if (!(error instanceof UnreadablePage)) throw error
    return [{ name: 'page', state: 'fail', says: `${place} can't be read: ${error.message}` }]
  }
  const tags = readTags(page.html)
  const scripts = await readScripts(page, tags)
  const { uses, texts } = scripts
  const ours = tags.filter(isOurScript)
  const old = findOldAddresses([...texts, attributeText(page, tags)])
  const styles = await readStyles(page, tags)
  const code = texts.map(({ text }) => text).join('\n')
  const isUsed = tags.some(isActionButton) || uses.some(({ uses }) => uses.callbacks + uses.members.length > 0)
  return [
    describePage(page, tags, scripts),
    ...checkScriptTag(ours, page, { pid: store.pid, api }, isUsed),
    ...(await checkScriptFile(fetch, ours[0], page.url)),
    checkOldScript(old, ours.length > 0),
    checkOrigin(store, page.url),
    checkPolicies(findPolicies(page.policies, tags), (ours[0] && apiOf(ours[0], page.url)) ?? api, page.url, ours[0]),
    ...checkButtons(tags, code),
    ...checkHidden([...styles, code].join('\n'), ours[0]?.attributes['data-compat'] !== undefined),
    ...checkUses(uses),
    ...checkCart(uses, code),
    checkOldCalls(old, api),
    ...checkRefusedCalls(texts),
    checkIdentity(store, ours[0], tags, code),
  ]
}

type ReadScripts = { texts: ThemeText[]; uses: { place: string; uses: ScriptUses }[]; unread: string[] }

const isScript = ({ name, attributes }: HtmlTag) =>
  name === 'script' && /^(|module|(text|application)\/(javascript|ecmascript|plain))$/i.test(attributes.type ?? '')

/** A theme has a dozen. */
const mostScripts = 40
/** After that nothing more is read: a page of scripts that never answer must not hold doctor for minutes. */
const readingMillis = 20_000

async function readScripts(page: ThemePage, tags: HtmlTag[]): Promise<ReadScripts> {
  const found: ReadScripts = { texts: [], uses: [], unread: [] }
  const add = (place: string, text: string, firstLine: number) => {
    found.uses.push({ place, uses: findUses(text, firstLine) })
    found.texts.push({ place, text: maskScript(text).strings, lineOf: lineFinder(text, firstLine) })
  }
  let linked = 0
  const started = performance.now()
  for (const tag of tags.filter(isScript)) {
    const { src } = tag.attributes
    if (src === undefined) add('page', tag.text, tag.textLine)
    else if (!isOurScript(tag)) {
      const text =
        linked++ < mostScripts && performance.now() - started < readingMillis
          ? await page.readLinked(src).catch(() => null)
          : null
      if (text === null) found.unread.push(src)
      else
        add(
          src
            .replace(/[?#].*$/, '')
            .split('/')
            .at(-1)!,
          text,
          1,
        )
    }
  }
  return found
}

const mostStylesheets = 10

/** Rules of the page, and of stylesheets of the same site. */
async function readStyles(page: ThemePage, tags: HtmlTag[]): Promise<string[]> {
  const linked = tags.filter(({ name, attributes: { rel } }) => name === 'link' && /\bstylesheet\b/i.test(rel ?? ''))
  const read = linked
    .slice(0, mostStylesheets)
    .map(({ attributes: { href } }) => (href ? page.readLinked(href).catch(() => null) : null))
  const texts = await Promise.all(read)
  return [
    ...tags.filter(({ name }) => name === 'style').map(({ text }) => text),
    ...texts.filter((one) => one !== null),
  ]
}

/** Addresses in attributes, each on the line of its tag. `dns-prefetch` and `preconnect` call nothing. */
function attributeText({ html }: ThemePage, tags: HtmlTag[]): ThemeText {
  const lines: string[] = Array.from({ length: html.split('\n').length }, () => '')
  for (const { name, attributes, line } of tags)
    if (!(name === 'link' && /prefetch|preconnect/i.test(attributes.rel ?? '')))
      lines[line - 1] += ` ${['src', 'href', 'action', 'data-api'].map((one) => attributes[one] ?? '').join(' ')}`
  const text = lines.join('\n')
  return { place: 'page', text, lineOf: lineFinder(text) }
}

function describePage({ url }: ThemePage, tags: HtmlTag[], { uses, unread }: ReadScripts): DoctorCheck {
  const elements = tags.filter(({ name }) => name.startsWith('heartbell-')).length
  const says = [
    `${url?.href ?? 'the file'}: ${uses.length === 1 ? '1 script' : `${uses.length} scripts`} read`,
    ...(elements > 0 ? [`${elements} heartbell elements`] : []),
    ...(unread.length > 0 ? [`not read: ${hostsOf(unread, url)}`] : []),
  ]
  return { name: 'page', state: 'ok', says: says.join(', ') }
}

const hostsOf = (addresses: string[], page: URL | null) =>
  [...new Set(addresses.map((one) => (URL.canParse(one, page?.href) ? new URL(one, page?.href).host : one)))].join(' ')

function checkOrigin({ settings: { origins } }: Store, url: URL | null): DoctorCheck {
  const name = 'origin'
  if (origins === null) return { name, state: 'ok', says: 'every page may call the store (origins=*)' }
  if (url === null)
    return { name, state: 'warn', says: `a file has no origin; the store is called only from ${origins.join(', ')}` }
  if (origins.includes(url.origin)) return { name, state: 'ok', says: `${url.origin} may call the store` }
  const says = `${url.origin} may not call the store: heartbell store set <pid> origins=${[...origins, url.origin].join(',')}`
  return { name, state: 'fail', says }
}
