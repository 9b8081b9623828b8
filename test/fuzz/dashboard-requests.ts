/** Hostile calls of the dashboard, made from its routes; mostly signed in, because other calls are refused early. */
import { brokenJson, contentTypes, headers as strangeHeaders } from './bodies.ts'
import type { Answer } from './check-answer.ts'
import { badText, type Dice } from './fields.ts'
import { files } from './other-corpora.ts'
import { damage, encode, type Hostile } from './requests.ts'
import type { Route } from './route-table.ts'
import { goodFields, type JsonFields, learn, type Seen, spoilFields, writeFields } from './schema-values.ts'

export type DashboardTarget = {
  routes: readonly Route[]
  /** The stores' prefixes in paths. */
  prefixes: readonly string[]
  /** Valid sessions of people with every role. */
  cookies: readonly string[]
  seen: Seen
}

export const isDashboard = ({ path }: Route) => path.startsWith('/dashboard/api/')

/** The preview frame gets its draft as text. */
function frameFields(dice: Dice, { routes, seen }: DashboardTarget): JsonFields {
  const { fields } = routes.find(({ path }) => path.endsWith('/templates/preview'))!
  const draft = writeFields(spoilFields(dice, fields, goodFields(dice, fields, seen)))
  return [
    ['draft', JSON.stringify(draft)],
    ['scheme', dice.pick(['"light"', '"dark"', '1'])],
  ]
}

function cookieFor(dice: Dice, { cookies }: DashboardTarget): string | null {
  if (dice.chance(0.9)) return dice.pick(cookies)
  if (dice.chance(0.3)) return null
  return dice.pick([
    `__Host-heartbell=${'A'.repeat(43)}`,
    `__Host-heartbell=${badText(dice, '')}`,
    `${dice.pick(cookies)}; ${dice.pick(cookies)}`,
    `__Host-heartbell=; a=${badText(dice, '')}`,
    `${dice.pick(cookies)}=`,
  ])
}

const asText = (json: string): string => (json.startsWith('"') ? JSON.parse(json) : json)

const asPairs = (dice: Dice, fields: JsonFields) =>
  fields.map(([word, json]) => `${encode(dice, word)}=${encode(dice, asText(json))}`).join('&')

export function makeDashboardCall(dice: Dice, desk: DashboardTarget): Hostile {
  const { method, path, fields } = dice.pick(desk.routes)
  const headers: Record<string, string> = { 'user-agent': dice.chance(0.95) ? 'fuzz' : badText(dice, '') }
  const cookie = cookieFor(dice, desk)
  if (cookie !== null) headers.cookie = cookie
  if (dice.chance(0.97)) headers['x-heartbell'] = 'dashboard'
  if (dice.chance(0.6)) headers['sec-fetch-site'] = dice.chance(0.95) ? 'same-origin' : 'cross-site'
  while (dice.chance(0.05)) {
    const [name, value] = dice.pick(strangeHeaders)
    headers[name] = value
  }
  const isFrame = path.endsWith('/templates/frame')
  const given = isFrame ? frameFields(dice, desk) : spoilFields(dice, fields, goodFields(dice, fields, desk.seen))
  const written = path.replace(/:(\w+)/g, (_, word) => encode(dice, inPath(dice, desk, word)))
  const learned = {
    entryPoint: 'dashboard',
    learn: ({ status, body }: Answer) => status === 200 && learn(desk.seen, body),
  } as const
  const called = dice.chance(0.97) ? method : dice.pick(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])
  if (called === 'GET' || called === 'HEAD' || dice.chance(0.03)) {
    const query = asPairs(dice, given).slice(0, 8000)
    return { method: called, url: query ? `${written}?${query}` : written, headers, ...learned }
  }
  if (path.includes('/imports')) {
    const query = asPairs(dice, given).slice(0, 2000)
    headers['content-type'] = dice.chance(0.9) ? 'application/octet-stream' : dice.pick(contentTypes)
    return { method: called, url: `${written}?${query}`, headers, payload: damage(dice, dice.pick(files)), ...learned }
  }
  const isForm = isFrame || dice.chance(0.1)
  headers['content-type'] = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  if (dice.chance(0.02)) headers['content-type'] = dice.pick(contentTypes)
  const whole = isForm ? asPairs(dice, given) : writeFields(given)
  const body = dice.chance(0.03) ? dice.pick(brokenJson) : whole
  const huge = dice.chance(0.002) ? ' '.repeat(1024 * 1024) : ''
  return { method: called, url: written, headers, payload: damage(dice, body + huge), ...learned }
}

function inPath(dice: Dice, { prefixes, seen }: DashboardTarget, word: string): string {
  if (dice.chance(0.05)) return badText(dice, '').slice(0, 300)
  if (word === 'store') return dice.pick(prefixes)
  return dice.pick(seen.get(word) ?? [...(seen.get('id') ?? []), 'fuzz'])
}
