/** Hostile requests to all other routes: pages behind links, files, health. */
import { brokenJson, contentTypes, headers as strangeHeaders } from './bodies.ts'
import { badText, type Dice } from './fields.ts'
import { askingHeaders, packets, waysOut } from './other-corpora.ts'
import { damage, encode, type Hostile } from './requests.ts'
import type { Route } from './route-table.ts'
import type { Seen } from './schema-values.ts'

/** `seen`: valid values of path parts and fields, by name; links by their route. */
export type PageTarget = { routes: readonly Route[]; seen: Seen }

const words = ['act', 'alert', 'variant', 'store', 'address', 'done', 'email', 'utm_source']

const good = new Map<string, readonly string[]>(
  Object.entries({
    act: ['stop', 'undo', 'leave', 'move'],
    version: ['latest'],
    done: ['left', 'moved', 'stopped'],
    file: ['core.js', 'heartbell.css', 'manifest.json'],
    address: ['fuzz1@shop.example'],
    email: ['fuzz1@shop.example'],
    picture: ['shirt.svg'],
    '*': ['lists', 'settings/team', 'x/y/z'],
  }),
)

function valueFor(dice: Dice, { seen }: PageTarget, word: string, path: string): string {
  const known = [...(seen.get(`${path} ${word}`) ?? seen.get(word) ?? []), ...(good.get(word) ?? [])]
  return known.length > 0 && dice.chance(0.7) ? dice.pick(known) : badText(dice, word)
}

function partOf(dice: Dice, street: PageTarget, word: string, path: string): string {
  const text = valueFor(dice, street, word, path)
  if (dice.chance(0.75)) return encode(dice, text).slice(0, 2000)
  return dice.pick([
    dice.pick(waysOut),
    `${encode(dice, text.slice(1))}`,
    `${encode(dice, text)}%20`,
    encode(dice, text.toUpperCase()),
    encode(dice, text.replace(/.$/, 'A')),
    encode(dice, text.repeat(3)),
  ])
}

function fieldsOf(dice: Dice, street: PageTarget, path: string): string {
  const pairs: string[] = []
  while (dice.chance(0.6)) {
    const word = dice.chance(0.9) ? dice.pick(words) : badText(dice, '')
    pairs.push(`${encode(dice, word)}=${encode(dice, valueFor(dice, street, word, path))}`)
    if (dice.chance(0.05)) pairs.push(pairs[0]!)
  }
  return pairs.join('&')
}

export function makeVisit(dice: Dice, street: PageTarget): Hostile {
  if (dice.chance(0.02)) return { method: 'RAW', url: '', headers: {}, packet: dice.pick(packets), entryPoint: 'wire' }
  const { method, path } = dice.pick(street.routes)
  const written = path.replace(/:(\w+)|\*/g, (all, word) => partOf(dice, street, word ?? all, path))
  const headers: Record<string, string> = { 'user-agent': dice.chance(0.95) ? 'fuzz' : badText(dice, '') }
  while (dice.chance(0.25)) {
    const [name, value] = dice.pick(dice.chance(0.8) ? askingHeaders : strangeHeaders)
    headers[name] = value
  }
  const called = dice.chance(0.95) ? method : dice.pick(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])
  const query = dice.chance(method === 'GET' ? 0.4 : 0.1) ? fieldsOf(dice, street, path).slice(0, 6000) : ''
  const url = (dice.chance(0.03) ? written.replaceAll('/', '//') : written) + (query && `?${query}`)
  if (called === 'GET' || called === 'HEAD') return { method: called, url, headers, entryPoint: 'pages' }
  const form = fieldsOf(dice, street, path)
  headers['content-type'] = 'application/x-www-form-urlencoded'
  if (dice.chance(0.15)) headers['content-type'] = dice.pick(['application/json', ...contentTypes])
  const body = dice.chance(0.1) ? dice.pick(brokenJson) : form
  const huge = dice.chance(0.005) ? `&x=${'x'.repeat(dice.pick([70_000, 1_100_000]))}` : ''
  return { method: called, url, headers, payload: damage(dice, body + huge), entryPoint: 'pages' }
}
