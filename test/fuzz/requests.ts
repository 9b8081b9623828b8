/** Hostile requests without end, made from the contract's endpoints and the corpora; the same seed makes the same ones. */
import type { Endpoint } from '@heartbell/contract/endpoint'
import { brokenJson, contentTypes, jsonValues, headers as strangeHeaders, texts } from './corpora.ts'

export type Hostile = {
  method: string
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
  /** The shopper it acts for. */
  as: Victim
}

export type Victim = {
  regid: string
  sessionid: string
  pid: string
  /** The lists they have; those that are made join them, so that there is always something to attack. */
  lids: string[]
}

/** Whom and what there is to attack; the shoppers' sessions must hold, so that requests get past the door. */
export type World = {
  endpoints: readonly Endpoint[]
  stores: readonly { pid: string; apiKey: string }[]
  shoppers: readonly Victim[]
  /** Regids that may lose their sessions. */
  regids: readonly string[]
}

type Dice = {
  chance(share: number): boolean
  below(count: number): number
  pick<T>(from: readonly T[]): T
}

const makeDice = (random: () => number): Dice => ({
  chance: (share) => random() < share,
  below: (count) => Math.floor(random() * count),
  pick: (from) => from[Math.floor(random() * from.length)]!,
})

/** A field's value in both clothes: as the text of a form, and as JSON. */
type Value = { text: string; json: string }

const asText = (text: string): Value => ({ text, json: JSON.stringify(text) })
const asJson = (json: string): Value => ({ text: json, json })

/** Fields a good call would send, so that a request is wrong in one place and not in all. */
function goodValue(dice: Dice, world: World, who: Victim, word: string): Value {
  const lid = () => dice.pick(dice.chance(0.95) ? who.lids : dice.pick(world.shoppers).lids)
  const several = (make: () => string) => asJson(`[${Array.from({ length: 1 + dice.below(3) }, make).join(',')}]`)
  switch (word) {
    case 'lname':
      return asText(`Fuzz ${dice.below(1_000_000)}`)
    case 'lid':
    case 'fromlid':
      return asText(lid())
    case 'lids':
      return several(() => JSON.stringify(lid()))
    case 'a':
    case 'u':
    case 'd':
    case 'items':
    case 'products':
      return several(() => item(dice))
    case 'epis':
    case 'empis':
      return several(() => String(dice.below(30)))
    case 'lty':
      return asText(dice.pick(['wl', 'sfl']))
    case 'lprops':
    case 'ldesc':
      return asJson('{"a":{"b":[1,"x"]}}')
    case 'uuid':
      return asText('3f8e1c1e-6c5c-4b57-8c11-3c1a8f6f6f01')
    case 'useremail':
    case 'toemail':
      return asText(`fuzz${dice.below(50)}@shop.example`)
    case 'regid':
      return asText(dice.pick(world.regids))
    case 'sortby':
      return asText(dice.pick(['price', 'title', 'time']))
    case 'sortorder':
      return asText(dice.pick(['asc', 'desc']))
    case 'medium':
      return asText(dice.pick(['email', 'sms']))
    case 'mediumvalue':
      return asText(`fuzz${dice.below(50)}@shop.example`)
    case 'topics':
      return asJson('["backinstock"]')
    default:
      return dice.chance(0.5) ? asText(String(dice.below(50))) : asText(dice.pick(['true', 'a note', 'fuzz']))
  }
}

const itemWords = [
  'epi',
  'empi',
  'du',
  'qty',
  'note',
  'cprops',
  'lbls',
  '_av',
  'dt',
  'pr',
  'iu',
  'title',
  'price',
  'bundle',
  'compareAtPrice',
  'platformitemid',
  'sku',
  'stk',
  'tags',
]

function item(dice: Dice): string {
  const n = dice.below(30)
  const fields = new Map([
    ['epi', String(n)],
    ['empi', String(n)],
    ['du', `"/p/${n}"`],
    ['stk', String(n)],
  ])
  while (dice.chance(0.4)) {
    const word = dice.chance(0.9) ? dice.pick(itemWords) : dice.pick(texts)
    if (dice.chance(0.2)) fields.delete(word)
    else fields.set(word, dice.chance(0.5) ? dice.pick(jsonValues) : JSON.stringify(dice.pick(texts)))
  }
  return `{${[...fields].map(([word, json]) => `${JSON.stringify(word)}:${json}`).join(',')}}`
}

const badValue = (dice: Dice): Value =>
  dice.chance(0.6) ? asText(dice.pick(texts)) : asJson(dice.chance(0.9) ? dice.pick(jsonValues) : `[${item(dice)}]`)

type Field = [word: string, value: Value]

/** The endpoint's own fields, most of them good; some missing, some bad, some twice, some nobody knows. */
function fieldsOf(dice: Dice, world: World, who: Victim, { fields }: Endpoint): Field[] {
  const words = Object.keys(fields.shape).map((name) => fields.names[name]!)
  const made: Field[] = []
  const worst = dice.below(words.length)
  for (const [place, word] of words.entries()) {
    const isBad = place === worst ? dice.chance(0.6) : dice.chance(0.03)
    if (!isBad && dice.chance(0.15)) continue
    made.push([word, isBad ? badValue(dice) : goodValue(dice, world, who, word)])
    if (dice.chance(0.02)) made.push([word, badValue(dice)])
  }
  while (dice.chance(0.1)) made.push([dice.pick(texts), badValue(dice)])
  return made
}

function identity(dice: Dice, world: World, shopper: Victim): { pid: string; fields: Field[]; authorization: string } {
  const store = world.stores.find(({ pid }) => pid === shopper.pid)!
  const spoil = (text: string) => (dice.chance(0.97) ? text : dice.chance(0.5) ? dice.pick(texts) : text.slice(1))
  const pair = `${spoil(store.pid)}:${spoil(store.apiKey)}`
  return {
    pid: dice.chance(0.95) ? store.pid : dice.chance(0.5) ? dice.pick(world.stores).pid : dice.pick(texts),
    fields: [
      ['regid', asText(spoil(shopper.regid))],
      ['sessionid', asText(spoil(shopper.sessionid))],
    ],
    authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
  }
}

/** Half a surrogate pair can't be encoded; as bytes it is what a broken program sends. */
function encode(dice: Dice, text: string): string {
  if (dice.chance(0.01)) return text.replace(/[&=#\s\0]/g, '%')
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : encodeURIComponent(text.toWellFormed()).replace('%EF%BF%BD', '%ED%A0%80')
}

const asForm = (dice: Dice, fields: Field[]) =>
  fields.map(([word, { text }]) => `${encode(dice, word)}=${encode(dice, text)}`).join('&')

const asJsonBody = (fields: Field[]) =>
  `{${fields.map(([word, { json }]) => `${JSON.stringify(word)}:${json}`).join(',')}}`

/** Cut off, with a byte turned, or with bytes that are no UTF-8. */
function damage(dice: Dice, payload: string): string | Buffer {
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

function place(dice: Dice, endpoint: Endpoint): { method: string; path: string } {
  if (dice.chance(0.02)) return { method: dice.pick(['GET', 'POST', 'OPTIONS']), path: dice.pick(otherPaths) }
  const path = dice.pick([endpoint.path, endpoint.path, ...(endpoint.aliases ?? [])])
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
  const fields = [...(endpoint.door === 'shopper' ? who.fields : []), ...fieldsOf(dice, world, as, endpoint)]
  const headers: Record<string, string> = { 'user-agent': 'fuzz' }
  if (endpoint.door === 'store') headers.authorization = who.authorization
  while (dice.chance(0.08)) {
    const [name, value] = dice.pick(strangeHeaders)
    headers[name] = value
  }
  const pid = endpoint.door === 'store' ? [] : [['pid', asText(who.pid)] as Field]
  const inQuery = dice.chance(0.1)
  const query = asForm(dice, inQuery ? [...pid, ...fields.slice(0, 8)] : pid)
  const url = query && query.length < 8000 ? `${path}?${query}` : path
  if (method === 'GET' || method === 'HEAD' || (inQuery && dice.chance(0.5))) return { method, url, headers, as }
  const json = dice.chance(0.3)
  headers['content-type'] = json ? 'application/json' : 'application/x-www-form-urlencoded'
  if (dice.chance(0.02)) headers['content-type'] = dice.pick(contentTypes)
  const broken = json && dice.chance(0.05)
  const body = broken ? dice.pick(brokenJson) : json ? asJsonBody(fields) : asForm(dice, fields)
  const huge = dice.chance(0.002) ? `&x=${'x'.repeat(1024 * 1024)}` : ''
  return { method, url, headers, as, payload: damage(dice, body + huge) }
}
