/** Finds addresses of the old service in a theme: its script, its API, and calls that a page must not make. */
import type { DoctorCheck } from '../check.ts'

/** A script or the page itself, without its comments. */
export type ThemeText = { place: string; text: string; lineOf: (position: number) => number }

/** Its hosts, and its app embed on Shopify; also in JSON, where slashes are escaped. */
const oldAddress =
  /(?:https?:)?\\?\/\\?\/((?:[\w-]+\.)*swymrelay\.com|(?:[\w-]+\.)*swym\.it|swym[\w-]*\.azureedge\.net|cdn\.shopify\.com(?=\\?\/extensions\\?\/[^\s"'<>]{0,200}swym))((?:\\?\/[\w.%~-]*)*)/gi

type FoundAddress = { address: string; isScript: boolean; place: string }

export function findOldAddresses(texts: ThemeText[]): FoundAddress[] {
  return texts
    .flatMap(({ place, text, lineOf }) =>
      [...text.matchAll(oldAddress)].map((found) => ({
        address: `https://${found[1]}${found[2]!.replaceAll('\\', '')}`,
        isScript: /\.js$/i.test(found[2]!),
        place: `${place} line ${lineOf(found.index)}`,
      })),
    )
    .filter(({ address, isScript }) => isScript || !isEmbed(address))
}

/** Of an app embed only the script counts: its pictures and styles call nothing. */
const isEmbed = (address: string) => address.startsWith('https://cdn.shopify.com/')

export function checkOldScript(found: FoundAddress[], hasOurs: boolean): DoctorCheck {
  const name = 'old script'
  const scripts = found.filter(({ isScript }) => isScript)
  if (scripts.length === 0) return { name, state: 'ok', says: 'the script of the old service is not on the page' }
  const where = `${scripts[0]!.address} (${scripts[0]!.place})`
  const remove = isEmbed(scripts[0]!.address) ? 'turn the app embed off in the theme editor' : 'remove it'
  const says = hasOurs
    ? `${where} is still loaded beside ours: both define _swat, and each button acts twice; ${remove}`
    : `${where} is still loaded: replace it by our script`
  return { name, state: 'fail', says }
}

export function checkOldCalls(found: FoundAddress[], api: URL): DoctorCheck {
  const name = 'addresses'
  const calls = found.filter(({ isScript }) => !isScript)
  if (calls.length === 0) return { name, state: 'ok', says: 'no other address of the old service is on the page' }
  const listed = calls.slice(0, 5).map(({ address, place }) => `${address} (${place})`)
  const more = calls.length > 5 ? ` and ${calls.length - 5} more` : ''
  return { name, state: 'fail', says: `${listed.join(', ')}${more}: change to ${api.origin}` }
}

/** Calls that are refused here, whatever their address. */
export function checkRefusedCalls(texts: ThemeText[]): DoctorCheck[] {
  const name = 'refused'
  const placesOf = (pattern: RegExp) =>
    texts.flatMap(({ place, text, lineOf }) =>
      [...text.matchAll(pattern)].map(({ index }) => `${place} line ${lineOf(index)}`),
    )
  const unsigned = placesOf(/user-validate-sync/g)
  const admin = placesOf(/\/storeadmin\//g)
  const checks: DoctorCheck[] = []
  if (unsigned.length > 0)
    checks.push({
      ...{ name, state: 'warn' },
      says: `user-validate-sync (${unsigned.join(', ')}) needs a field identity, signed by your server: a customer number alone proves nothing`,
    })
  if (admin.length > 0)
    checks.push({
      ...{ name, state: 'fail' },
      says: `/storeadmin/ (${admin.join(', ')}) can't be called from a page, and its API key must not be there: call it from your server, and revoke the key`,
    })
  return checks
}
