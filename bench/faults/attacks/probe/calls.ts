/** The two calls of a probe: one names a thing of the victim, the other a thing that does not exist; all else is equal. */
import type { Endpoint } from '@heartbell/contract/endpoint'
import { allEndpoints } from '@heartbell/contract/endpoints'
import { hasRole } from '../../../../packages/server/src/domain/staff/users.ts'
import { goodValue, makeDice } from '../../../../test/fuzz/fields.ts'
import { goodJson } from '../../../../test/fuzz/schema-values.ts'
import type { World } from '../../../../test/fuzz/world.ts'
import type { Call } from '../probe-sender.ts'
import type { Actor } from './actors.ts'
import { ownHeaders } from './ask.ts'
import { ownPassword } from './people.ts'
import type { Planned } from './plan.ts'
import type { Thing, Words } from './things.ts'

/** `twin`: a thing that does not exist must get the same answer. `refused`: the actor may not call this at all. */
export type Expected = 'twin' | 'refused'

export type Pair = { thing: Thing; real: Call; other: Call; expected: Expected }

export type Places = { victim: string; home: string; unknown: string }

const nobodysId = '00000000-0000-7000-8000-000000000000'
/** Fields that may contain an id of any type. */
const idLike = /^(id|ids|lid|fromlid|message|endpoint|alert|list|link|\w+Id|eventid)$/

const endpointOf = new Map<string, Endpoint>(
  allEndpoints.flatMap(([, endpoint]) =>
    [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => [`${endpoint.method} ${path}`, endpoint] as const),
  ),
)

const pathWords = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, word]) => word!).filter((word) => word !== 'store')

const knownWords = new WeakMap<Planned, string[]>()

/** Asked for each thing, which are many. */
function wordsOf(route: Planned): string[] {
  const words = knownWords.get(route) ?? readWords(route)
  knownWords.set(route, words)
  return words
}

function readWords(route: Planned): string[] {
  const endpoint = endpointOf.get(`${route.method} ${route.path}`)
  const read = endpoint
    ? Object.keys(endpoint.fields.shape).map((name) => endpoint.fields.names[name]!)
    : Object.keys(route.fields.properties ?? {})
  // Pages read their fields without a schema.
  const page =
    route.path === '/alerts' ? ['address', 'store'] : route.path === '/alerts/:link' ? ['alert', 'variant'] : []
  return [...new Set([...pathWords(route.path), ...read, ...page])]
}

/** The fields of this thing that the route reads; an id is also sent in fields for other types of id. */
function chosenWords(route: Planned, { real, isId }: Thing): string[] {
  const words = wordsOf(route)
  const own = words.filter((word) => Object.hasOwn(real, word))
  return own.length > 0 || !isId ? own : words.filter((word) => idLike.test(word))
}

const pick = (words: readonly string[], given: Words): Words => {
  const any = Object.values(given)[0]!
  return Object.fromEntries(words.map((word) => [word, given[word] ?? any]))
}

export type Choice = {
  /** At most this many of the pairs are considered. */
  most: number
  isChosen(): boolean
}

/** Writes only the chosen pairs: writing takes longer than choosing, and a short run sends one in fifty. */
export function pairsFor(
  route: Planned,
  actor: Actor,
  things: readonly Thing[],
  places: Places,
  { random, most, isChosen }: Choice & { random: () => number },
): Pair[] {
  const prefixes = prefixesFor(route, actor, places)
  const { plan } = route
  const isApi = plan.who === 'api'
  const isOpen = plan.who === 'api' ? plan.auth !== 'store' : plan.who === 'anybody'
  const fitting = things.filter(
    (thing) => !(isOpen && thing.isProof) && (chosenWords(route, thing).length > 0 || (isApi && thing.headers)),
  )
  const asked: Thing[] = fitting.length > 0 ? fitting : [nothing]
  const chosen = prefixes
    .flatMap((prefix) => asked.map((thing) => ({ ...prefix, thing })))
    .slice(0, most)
    .filter(isChosen)
  return chosen.map(({ real, other, expected, thing }) => {
    const words = chosenWords(route, thing)
    const good = goodFields(route, actor, random)
    const write = (prefix: string, given: Words, headers: Words = {}) =>
      writeCall(route, actor, { prefix, good, words: pick(words, given), headers })
    return {
      ...{ thing: inOwnStore(thing, route, real === other && plan.who === 'member'), expected },
      real: write(real, thing.real, thing.headers?.real),
      other: write(other, thing.other, thing.headers?.other),
    }
  })
}

/**
 * In the actor's own store the same call twice is no twin, and values entered before are known: also an address to which an
 * earlier actor of that store sent a test message, when its data is asked for.
 */
const inOwnStore = (thing: Thing, { path }: Planned, isOwn: boolean): Thing =>
  isOwn && (thing === nothing || thing.isTyped || path.includes('/privacy/')) ? { ...thing, hasNoTwin: true } : thing

const nothing: Thing = { name: 'store', real: {}, other: {} }

type Prefixes = { real: string; other: string; expected: Expected }

/** The stores that this actor names in the path, without those where the role already permits the call. */
function prefixesFor({ plan }: Planned, { person, isCrossSite }: Actor, { victim, home, unknown }: Places): Prefixes[] {
  if (isCrossSite) return [{ real: victim, other: victim, expected: 'refused' }]
  if (plan.who !== 'member') return [{ real: victim, other: victim, expected: 'twin' }]
  const { roles = {} } = person ?? {}
  const there: Prefixes = roles.victim
    ? { real: victim, other: victim, expected: 'refused' }
    : { real: victim, other: unknown, expected: 'twin' }
  const isMine = roles.victim && hasRole(roles.victim, plan.needs)
  const atHome: Prefixes = {
    ...{ real: home, other: home },
    expected: roles.home && !hasRole(roles.home, plan.needs) ? 'refused' : 'twin',
  }
  return [...(isMine ? [] : [there]), ...(roles.home ? [atHome] : [])]
}

/** The fields of a valid call; the ids in them do not exist. */
function goodFields(route: Planned, { tokens }: Actor, random: () => number): Words {
  const dice = makeDice(random)
  const endpoint = endpointOf.get(`${route.method} ${route.path}`)
  if (endpoint) {
    const nobody = { regid: 'x', sessionid: 'x', pid: 'x', lids: ['x'] }
    const world: World = { endpoints: [], stores: [], shoppers: [nobody], regids: ['x'] }
    const words = wordsOf(route)
    const good = Object.fromEntries(words.map((word) => [word, goodValue(dice, world, nobody, word).text]))
    return { ...good, ...(endpoint.auth === 'shopper' && tokens) }
  }
  const { properties = {}, required = [] } = route.fields
  // The lowest role, so that no call is refused because it grants too much.
  const usual: Words = {
    role: 'viewer',
    password: 'not the password of anybody',
    medium: 'email',
    topic: 'backinstock',
    currentPassword: ownPassword,
  }
  // Required wherever users change their own account.
  const asked = route.plan.who === 'person' && properties.currentPassword ? [...required, 'currentPassword'] : required
  return Object.fromEntries(
    [...new Set(asked)].map((word) => {
      const json = goodJson(dice, properties[word]!, new Map(), word)
      return [word, usual[word] ?? (json.startsWith('"') ? JSON.parse(json) : json)]
    }),
  )
}

type Written = { prefix: string; good: Words; words: Words; headers: Words }

function writeCall(route: Planned, actor: Actor, { prefix, good, words, headers }: Written): Call {
  const inPath = new Set(pathWords(route.path))
  const path = route.path
    .replace(':store', prefix)
    .replace(/:(\w+)/g, (_, word) => encodeURIComponent(words[word] ?? nobodysId))
    .replace('*', 'x')
  const fields = Object.fromEntries(Object.entries({ ...good, ...words }).filter(([word]) => !inPath.has(word)))
  const { plan, method } = route
  const credentials = {
    ...(actor.authorization && { authorization: actor.authorization }),
    ...(actor.cookie && { cookie: actor.cookie }),
  }
  const query = new URLSearchParams()
  if (plan.who === 'api' && plan.auth !== 'store') query.set('pid', actor.pid)
  const isRead = method === 'GET' || method === 'OPTIONS'
  if (isRead) for (const [word, value] of Object.entries(fields)) query.set(word, value)
  const target = query.size > 0 ? `${path}?${query}` : path
  if (isRead) return { method, path: target, headers: { ...credentials, ...headers } }
  const isDashboard = path.startsWith('/dashboard/')
  if (path.includes('/imports')) {
    const feed = `${target}?${new URLSearchParams(fields)}`
    const type = { ...(isDashboard && (actor.headers ?? ownHeaders)), 'content-type': 'application/octet-stream' }
    return { method, path: feed, headers: { ...credentials, ...type, ...headers }, body: 'id,title\n1,One\n' }
  }
  const type: Words = isDashboard
    ? (actor.headers ?? ownHeaders)
    : { 'content-type': 'application/x-www-form-urlencoded' }
  const isForm = type['content-type']!.includes('form')
  const body = isForm ? new URLSearchParams(fields).toString() : JSON.stringify(fields, parsed)
  return { method, path: target, headers: { ...credentials, ...type, ...headers }, body }
}

/** Valid values are text; those of another JSON type are converted. */
const parsed = (_: string, value: unknown) =>
  typeof value === 'string' && /^(\[.*\]|\{.*\}|true|false|\d{1,6})$/s.test(value) ? JSON.parse(value) : value
