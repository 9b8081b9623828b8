/** Endless hostile API requests, made from the contract's endpoints and the corpora; reproducible by seed. */
import type { Endpoint } from '@heartbell/contract/endpoint'
import { brokenJson, contentTypes, headers as strangeHeaders } from './bodies.ts'
import type { Answer } from './check-answer.ts'
import { asText, badText, type Dice, type Field, fieldsOf, makeDice, writeObject } from './fields.ts'
import type { Victim, World } from './world.ts'

/** `wire`: raw bytes on a connection. */
export type EntryPoint = 'api' | 'dashboard' | 'hooks' | 'pages' | 'wire'

export type Hostile = {
  method: string
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
  /** The raw bytes, if it is not an HTTP request. */
  packet?: string
  entryPoint: EntryPoint
  /** Learns ids from the answer, for later requests. */
  learn?(answer: Answer): unknown
}

/** A created list is attacked later; at most 8 are remembered. */
function learnLists({ lids }: Victim, { status, body }: Answer): void {
  const found = status === 200 && /^\{"lid"\s*:\s*"([^"]+)"/.exec(body)?.[1]
  if (found && !lids.includes(found)) lids.push(found)
  if (lids.length > 8) lids.shift()
}

function identity(dice: Dice, world: World, shopper: Victim): { pid: string; fields: Field[]; authorization: string } {
  const store = world.stores.find(({ pid }) => pid === shopper.pid)!
  const spoil = (text: string) => (dice.chance(0.97) ? text : dice.chance(0.5) ? badText(dice, '') : text.slice(1))
  const pair = `${spoil(store.pid)}:${spoil(store.apiKey)}`
  return {
    pid: dice.chance(0.95) ? store.pid : dice.chance(0.5) ? dice.pick(world.stores).pid : badText(dice, ''),
    fields: [
      ['regid', asText(spoil(shopper.regid))],
      ['sessionid', asText(spoil(shopper.sessionid))],
    ],
    authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
  }
}

/** An unpaired surrogate cannot be encoded; its raw bytes are what a broken program sends. */
export function encode(dice: Dice, text: string): string {
  if (dice.chance(0.01)) return text.replace(/[&=#\s\0]/g, '%')
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : encodeURIComponent(text.toWellFormed()).replace('%EF%BF%BD', '%ED%A0%80')
}

const asForm = (dice: Dice, fields: Field[]) =>
  fields.map(([word, { text }]) => `${encode(dice, word)}=${encode(dice, text)}`).join('&')

const asJsonBody = (fields: Field[]) => writeObject(fields.map(([word, { json }]) => [word, json]))

/** Truncates the body, changes a byte, or inserts invalid UTF-8. */
export function damage(dice: Dice, payload: string | Buffer): string | Buffer {
  if (dice.chance(0.96)) return payload
  const bytes = Buffer.from(payload)
  const at = dice.below(bytes.length + 1)
  if (dice.chance(0.3)) return bytes.subarray(0, at)
  if (dice.chance(0.5))
    return Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]), bytes.subarray(at)])
  if (at < bytes.length) bytes[at] = dice.below(256)
  return bytes
}

const otherPaths = [
  '/',
  '/nowhere',
  '/api/v3/lists/%zz',
  '/api/v3/lists/..%2f',
  '/API/V3/LISTS/CREATE',
  '/storeadmin/',
  '/%',
  '/healthz',
  '/openapi.json',
  '/api/v3/lists/create/%00',
  '/constructor',
  '/a?b?c#d',
]

/** Fills fields of the path with a plausible value or a bad one. */
const fillPath = (dice: Dice, path: string) =>
  path.replace(/:\w+/g, () =>
    encode(dice, dice.chance(0.6) ? dice.pick(['backinstock', 'email', 'shopify', 'en', '1']) : badText(dice, '')),
  )

function place(dice: Dice, endpoint: Endpoint): { method: string; path: string } {
  if (dice.chance(0.02)) return { method: dice.pick(['GET', 'POST', 'OPTIONS']), path: dice.pick(otherPaths) }
  const path = fillPath(dice, dice.pick([endpoint.path, endpoint.path, ...(endpoint.aliases ?? [])]))
  const written = dice.chance(0.03) ? path.replace(/\//g, '//') : dice.chance(0.02) ? `${path}/` : path
  const method = dice.chance(0.97)
    ? endpoint.method
    : dice.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'])
  return { method, path: written }
}

export function makeHostile(random: () => number, world: World): Hostile {
  const dice = makeDice(random)
  const endpoint = dice.pick(world.endpoints)
  const { method, path } = place(dice, endpoint)
  const as = dice.pick(world.shoppers)
  const who = identity(dice, world, as)
  const fields = [...(endpoint.auth === 'shopper' ? who.fields : []), ...fieldsOf(dice, world, as, endpoint)]
  const headers: Record<string, string> = { 'user-agent': 'fuzz' }
  if (endpoint.auth === 'store') headers.authorization = who.authorization
  while (dice.chance(0.08)) {
    const [name, value] = dice.pick(strangeHeaders)
    headers[name] = value
  }
  const pid = endpoint.auth === 'store' ? [] : [['pid', asText(who.pid)] as Field]
  const inQuery = dice.chance(0.1)
  const query = asForm(dice, inQuery ? [...pid, ...fields.slice(0, 8)] : pid)
  const url = query && query.length < 8000 ? `${path}?${query}` : path
  const learned = { entryPoint: 'api', learn: (answer: Answer) => learnLists(as, answer) } as const
  if (method === 'GET' || method === 'HEAD' || (inQuery && dice.chance(0.5)))
    return { method, url, headers, ...learned }
  const json = dice.chance(0.3)
  headers['content-type'] = json ? 'application/json' : 'application/x-www-form-urlencoded'
  if (dice.chance(0.02)) headers['content-type'] = dice.pick(contentTypes)
  const broken = json && dice.chance(0.05)
  const body = broken ? dice.pick(brokenJson) : json ? asJsonBody(fields) : asForm(dice, fields)
  const huge = dice.chance(0.002) ? `&x=${'x'.repeat(1024 * 1024)}` : ''
  return { method, url, headers, payload: damage(dice, body + huge), ...learned }
}
