/** The guarded way out: calls to addresses that merchants typed in, which must never reach a machine of our own network. */
import { lookup as lookUp } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import { isLoopbackAddress, isPublicAddress } from './addresses.ts'

export type SafeRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** For all of it, to the last byte of the answer. */
  timeoutMillis?: number
  /** A longer answer is cut off. */
  mostBytes?: number
  signal?: AbortSignal
}

export type SafeAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** As it comes; must be read to its end or closed by `dump`. */
  body: AsyncIterable<Uint8Array>
  text(): Promise<string>
  dump(): Promise<void>
}

export type SafeFetch = (url: string | URL, options?: SafeRequest) => Promise<SafeAnswer>

export type WayOut = { fetch: SafeFetch; close(): Promise<void> }

/** An address that we don't call, or an answer that we don't read. Trying again would give the same. */
export class Forbidden extends Error {}

export type WayOutOptions = {
  /** Only for tests, and for an installation whose receivers are on the same machine. */
  allowLoopback?: boolean
  lookup?: typeof lookUp
  connectMillis?: number
}

const usual = { timeoutMillis: 20_000, mostBytes: 1024 * 1024 }

/** Redirects are not followed: the answer says 3xx and the caller calls that a failure. */
export function openWayOut({
  allowLoopback = false,
  lookup = lookUp,
  connectMillis = 5_000,
}: WayOutOptions = {}): WayOut {
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address))
  const open = async (): Promise<Way> => {
    // Loaded with the first call: it takes 5 MB, and many a process never calls.
    const { Agent, request } = await import('undici')
    const agent = new Agent({
      connect: { lookup: checkedLookup(lookup, isAllowed), timeout: connectMillis },
      // A name may mean another machine soon: connections are kept for seconds, not minutes.
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 15_000,
      maxHeaderSize: 16 * 1024,
    })
    return { agent, request }
  }
  let way: Promise<Way> | undefined
  const openOnce = () => {
    way ??= open()
    return way
  }
  return {
    fetch: async (url, options) => await call(openOnce, readTarget(url, isAllowed), options),
    close: async () => await (await way)?.agent.destroy(),
  }
}

type Way = { agent: Agent; request: typeof import('undici').request }

type IsAllowed = (address: string) => boolean

/** Asked at the moment of connecting, so that a name can't be good when it is checked and bad when it is used. */
function checkedLookup(lookup: typeof lookUp, isAllowed: IsAllowed): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '')
      const bad = found.find(({ address }) => !isAllowed(address))
      if (bad || found.length === 0) return done(new Forbidden(`${host} is not an address on the open Internet`), '')
      if (options.all) return (done as (error: null, addresses: typeof found) => void)(null, found)
      done(null, found[0]!.address, found[0]!.family)
    })
  }
}

/** A host that is an address already is never looked up, so it is checked here. */
export function readTarget(text: string | URL, isAllowed: IsAllowed): URL {
  if (!URL.canParse(String(text))) throw new Forbidden('this is no URL')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Forbidden('only http and https are called')
  if (url.username || url.password) throw new Forbidden('a URL must not carry a password')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) > 0 && !isAllowed(host)) throw new Forbidden(`${host} is not an address on the open Internet`)
  return url
}

async function call(
  open: () => Promise<Way>,
  url: URL,
  { method = 'GET', headers = {}, body, signal, ...limits }: SafeRequest = {},
): Promise<SafeAnswer> {
  const { timeoutMillis, mostBytes } = { ...usual, ...limits }
  const { agent, request } = await open()
  const clock = AbortSignal.timeout(timeoutMillis)
  const given = await request(url, {
    dispatcher: agent,
    method,
    headers: { 'user-agent': 'Heartbell', ...headers },
    body: body ?? null,
    signal: signal ? AbortSignal.any([signal, clock]) : clock,
    headersTimeout: timeoutMillis,
    bodyTimeout: timeoutMillis,
  }).catch((error) => {
    throw error?.cause instanceof Forbidden ? error.cause : error
  })
  const chunks = capped(given.body, mostBytes)
  return {
    status: given.statusCode,
    headers: given.headers,
    body: chunks,
    text: async () => {
      const parts: Uint8Array[] = []
      for await (const chunk of chunks) parts.push(chunk)
      return Buffer.concat(parts).toString()
    },
    dump: () => given.body.dump(),
  }
}

async function* capped(body: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of body) {
    read += chunk.length
    if (read > mostBytes) throw new Forbidden(`the answer is longer than ${mostBytes} bytes`)
    yield chunk
  }
}
