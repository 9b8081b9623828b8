/** Whether a page's Content-Security-Policy lets our script load and call the API. */
import type { DoctorCheck } from '../check.ts'
import type { HtmlTag } from './html-tags.ts'

type Directives = Map<string, string[]>

const parse = (policy: string): Directives => {
  const directives: Directives = new Map()
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/)
    // a repeated directive is ignored by browsers
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources)
  }
  return directives
}

/** Policies of the headers and of meta tags; each must allow it. */
export const findPolicies = (headers: string[], tags: HtmlTag[]): string[] => [
  ...headers.flatMap((header) => header.split(',')),
  ...tags
    .filter(
      ({ name, attributes }) => name === 'meta' && /^content-security-policy$/i.test(attributes['http-equiv'] ?? ''),
    )
    .map(({ attributes }) => attributes.content ?? ''),
]

/** `script`: our script tag, whose nonce may allow it. */
export function checkPolicies(
  policies: string[],
  api: URL,
  page: URL | null,
  script: HtmlTag | undefined,
): DoctorCheck {
  const name = 'policy'
  if (policies.length === 0) return { name, state: 'ok', says: 'the page has no Content-Security-Policy' }
  const blocked = new Set<string>()
  let onlyNonces = false
  for (const directives of policies.map(parse)) {
    const scripts = directives.get('script-src-elem') ?? directives.get('script-src') ?? directives.get('default-src')
    const calls = directives.get('connect-src') ?? directives.get('default-src')
    if (scripts && !allowsScript(scripts, api, page, script?.attributes.nonce)) {
      blocked.add('script-src')
      onlyNonces ||= scripts.includes(strictDynamic)
    }
    if (calls && !allowsAddress(calls, api, page)) blocked.add('connect-src')
  }
  if (blocked.size === 0)
    return { name, state: 'ok', says: 'the Content-Security-Policy allows the script and its calls' }
  const says = `the Content-Security-Policy blocks ${[...blocked].map((one) => (one === 'script-src' ? 'our script' : 'calls to the API')).join(' and ')}`
  return { name, state: 'fail', says: `${says}: ${adviceFor(blocked, onlyNonces, api)}` }
}

const strictDynamic = "'strict-dynamic'"

function adviceFor(blocked: Set<string>, onlyNonces: boolean, { origin }: URL): string {
  const directives = [...blocked].filter((one) => !(onlyNonces && one === 'script-src'))
  const advice: string[] = []
  if (onlyNonces)
    advice.push(
      `write the nonce of each page into our tag (nonce="…"), because addresses have no effect beside ${strictDynamic}`,
    )
  if (directives.length > 0) advice.push(`add ${origin} to ${directives.join(' and ')}`)
  return advice.join('; ')
}

function allowsScript(sources: string[], api: URL, page: URL | null, nonce: string | undefined): boolean {
  if (nonce && sources.includes(`'nonce-${nonce}'`)) return true
  // with strict-dynamic, addresses don't count
  return !sources.includes(strictDynamic) && allowsAddress(sources, api, page)
}

const allowsAddress = (sources: string[], api: URL, page: URL | null) =>
  sources.some((source) => matchesSource(source.toLowerCase(), api, page))

/** As browsers compare: `*`, `'self'`, `https:`, `https://host:port/path`, `*.host`. */
function matchesSource(source: string, api: URL, page: URL | null): boolean {
  if (source === '*') return true
  if (source === "'self'") return page !== null && page.origin === api.origin
  if (/^[a-z][a-z0-9+.-]*:$/.test(source)) return source === api.protocol
  const [, protocol, host = '', port, path = ''] =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^:/']+)(?::(\d+|\*))?(\/.*)?$/.exec(source) ?? []
  if (!host || (protocol && protocol !== api.protocol && !(protocol === 'http:' && api.protocol === 'https:')))
    return false
  const isHost = host.startsWith('*.') ? api.hostname.endsWith(host.slice(1)) : host === api.hostname
  const isPort = port === '*' || (port ?? '') === api.port || (port !== undefined && port === defaultPort(api))
  return isHost && isPort && (path === '' || path === '/' || '/client/'.startsWith(path) || path.startsWith('/client/'))
}

const defaultPort = ({ protocol }: URL) => (protocol === 'https:' ? '443' : '80')
