/** Outgoing HTTP to addresses that merchants entered. It must never reach a machine in our own network. */
import { lookup as lookUp } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import { isLoopbackAddress, isPublicAddress } from './addresses.ts'

export type SafeRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** For the whole request, until the last byte of the response. */
  timeoutMillis?: number
  /** A longer response is refused. */
  maxBytes?: number
  signal?: AbortSignal
}

export type SafeResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** As a stream; must be read to its end or closed with `dump`. */
  body: AsyncIterable<Uint8Array>
  text(): Promise<string>
  dump(): Promise<void>
}

export type SafeFetch = (url: string | URL, options?: SafeRequest) => Promise<SafeResponse>

export type OutgoingHttp = { fetch: SafeFetch; close(): Promise<void> }

/** An address that we do not call, or a response that we do not read. A retry would fail again. */
export class BlockedRequest extends Error {}

export type OutgoingHttpOptions = {
  /** Only for tests, and for installations whose receivers run on the same machine. */
  allowLoopback?: boolean
  lookup?: typeof lookUp
  connectMillis?: number
}

const defaults = { timeoutMillis: 20_000, maxBytes: 1024 * 1024 }

/** Redirects are not followed: the caller gets the 3xx response and treats it as a failure. */
export function openOutgoingHttp({
  allowLoopback = false,
  lookup = lookUp,
  connectMillis = 5_000,
}: OutgoingHttpOptions = {}): OutgoingHttp {
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address))
  const open = async (): Promise<HttpClient> => {
    // Imported with the first call: it takes 5 MB, and many processes never call.
    const { Agent, request } = await import('undici')
    const agent = new Agent({
      connect: { lookup: checkedLookup(lookup, isAllowed), timeout: connectMillis },
      // A name may soon resolve to another machine, so connections stay open for seconds, not minutes.
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 15_000,
      maxHeaderSize: 16 * 1024,
    })
    return { agent, request }
  }
  let client: Promise<HttpClient> | undefined
  const openOnce = () => {
    client ??= open()
    return client
  }
  return {
    fetch: async (url, options) => await call(openOnce, readTarget(url, isAllowed), options),
    close: async () => await (await client)?.agent.destroy(),
  }
}

type HttpClient = { agent: Agent; request: typeof import('undici').request }

type IsAllowed = (address: string) => boolean

/** Checked at the moment of connecting, so that a name cannot change between check and use. */
function checkedLookup(lookup: typeof lookUp, isAllowed: IsAllowed): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '')
      const bad = found.find(({ address }) => !isAllowed(address))
      if (bad || found.length === 0) return done(new BlockedRequest(`${host} is not a public Internet address`), '')
      if (options.all) return (done as (error: null, addresses: typeof found) => void)(null, found)
      done(null, found[0]!.address, found[0]!.family)
    })
  }
}

/** A host that is already an IP address is never looked up, so it is checked here. */
export function readTarget(text: string | URL, isAllowed: IsAllowed): URL {
  if (!URL.canParse(String(text))) throw new BlockedRequest('this is not a URL')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new BlockedRequest('only http and https are supported')
  if (url.username || url.password) throw new BlockedRequest('a URL must not contain a password')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) > 0 && !isAllowed(host)) throw new BlockedRequest(`${host} is not a public Internet address`)
  return url
}

async function call(
  open: () => Promise<HttpClient>,
  url: URL,
  { method = 'GET', headers = {}, body, signal, ...limits }: SafeRequest = {},
): Promise<SafeResponse> {
  const { timeoutMillis, maxBytes } = { ...defaults, ...limits }
  const { agent, request } = await open()
  const timeout = AbortSignal.timeout(timeoutMillis)
  const response = await request(url, {
    dispatcher: agent,
    method,
    headers: { 'user-agent': 'Heartbell', ...headers },
    body: body ?? null,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headersTimeout: timeoutMillis,
    bodyTimeout: timeoutMillis,
  }).catch((error) => {
    throw error?.cause instanceof BlockedRequest ? error.cause : error
  })
  const chunks = capped(response.body, maxBytes)
  return {
    status: response.statusCode,
    headers: response.headers,
    body: chunks,
    text: async () => {
      const parts: Uint8Array[] = []
      for await (const chunk of chunks) parts.push(chunk)
      return Buffer.concat(parts).toString()
    },
    dump: () => response.body.dump(),
  }
}

async function* capped(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of body) {
    read += chunk.length
    if (read > maxBytes) throw new BlockedRequest(`the response is longer than ${maxBytes} bytes`)
    yield chunk
  }
}
