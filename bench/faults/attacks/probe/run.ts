/** Every actor calls every route for everything that is not theirs; after each route the victim's rows are compared. */

import { type Answer, type Call, passing, type Send } from '../probe-sender.ts'
import type { Probed, ProbeWorld } from '../probe-world.ts'
import type { Actor } from './actors.ts'
import { ownHeaders } from './ask.ts'
import { type Pair, pairsFor } from './calls.ts'
import { listHookProbes, listReplays } from './hooks.ts'
import { listLinkProbes } from './links.ts'
import { canary } from './marks.ts'
import { chase, judge } from './oracle.ts'
import { ownPassword } from './people.ts'
import type { Planned } from './plan.ts'
import { type Change, type RowWatch, watchRows } from './rows.ts'
import type { Thing } from './things.ts'
import { isAllowed, isSettled } from './tolerance.ts'

export type Report = {
  asked: number
  perActor: Map<string, number>
  statuses: Map<number, number>
  faults: string[]
  /** How often a rate limit answered in place of the route. */
  limited: number
}

export type Running = {
  send: Send
  world: ProbeWorld
  probed: Probed
  routes: readonly Planned[]
  random: () => number
  /** The share of all pairs that is probed. */
  share: number
  /** Tokens that are sent in place of the actor's own. */
  isWanted(actor: string): boolean
  asVictim?: { regid: string; sessionid: string } | undefined
}

const parallel = 4
/** The rows are compared after so many pairs; one comparison takes as long as ten calls. */
const untilLook = 30

export async function runProbes(running: Running): Promise<Report> {
  const { world, probed } = running
  const { people, victim } = world
  const report: Report = { asked: 0, perActor: new Map(), statuses: new Map(), faults: [], limited: 0 }
  const userIds = [people.owner, people.invited, people.operator].map(({ user }) => user.userId)
  const rows = await watchRows(probed.sql, { storeId: victim.store.storeId, userIds })
  const guarded = new Set(userIds)
  for (const [place, actor] of world.actors.entries()) {
    if (!running.isWanted(actor.name)) continue
    const expected = `expected-${place}@victim.example`
    const things = world.thingsFor(expected, place)
    const gained: string[] = []
    let looked: Planned[] = []
    let pending = 0
    const look = async () => {
      note({ report, ofShopper: world.ofShopper }, actor.name, looked, await rows.changes(), actor)
      looked = []
      pending = 0
    }
    for (const route of running.routes) {
      if (route.plan.who === 'hook') continue
      const pairs = pairsOf(running, actor, route, things)
      if (pairs.length === 0) continue
      await probeRoute(running, report, { actor, route, pairs, guarded, gained, from: place })
      looked.push(route)
      pending += pairs.length
      if (pending >= untilLook) await look()
    }
    await look()
    if (actor.person && !actor.isCrossSite) await inviteAfterwards(running, report, { actor, email: expected, gained })
    await rows.changes()
  }
  const has = (who: Planned['plan']['who']) => running.routes.some(({ plan }) => plan.who === who)
  if (has('link')) await probeLinks(running, report, rows)
  if (has('hook')) await probeHooks(running, report, rows)
  return report
}

/** An actor without the credentials that the route requires is always refused, so one thing a route is enough. */
function pairsOf({ world, random, share, asVictim }: Running, given: Actor, route: Planned, things: Thing[]): Pair[] {
  const actor = asVictim && given.tokens ? { ...given, tokens: asVictim } : given
  const { plan } = route
  if (actor.isCrossSite && (route.method === 'GET' || !route.path.startsWith('/dashboard/'))) return []
  if (plan.who === 'api' && plan.auth === 'store' && actor.standing === 'store') return []
  const isDashboard = plan.who === 'member' || plan.who === 'person' || plan.who === 'operator'
  const isEquipped = isDashboard
    ? actor.person || actor.cookie
    : plan.who !== 'api' || plan.auth === 'open' || (plan.auth === 'store' ? actor.authorization : actor.tokens)
  return pairsFor(route, actor, things, world.places, {
    ...{ random, most: isEquipped ? Number.POSITIVE_INFINITY : 1 },
    isChosen: () => share >= 1 || random() < share,
  })
}

type Routed = {
  actor: Actor
  route: Planned
  pairs: Pair[]
  guarded: ReadonlySet<string>
  /** Sessions obtained with the links and cookies of answers. */
  gained: string[]
  from: number
}

async function probeRoute({ send, world }: Running, report: Report, routed: Routed): Promise<void> {
  const { actor, route, pairs, guarded, gained, from } = routed
  const left = [...pairs]
  // Each call has a session of its own, because signing out and similar calls end it.
  const ask = async (call: Call, place: number) => {
    const cookie = await actor.person?.cookie()
    const dressed = cookie ? { ...call, headers: { ...call.headers, cookie } } : call
    return { call: dressed, answer: await send(dressed, place) }
  }
  const isCounted = route.plan.who === 'anybody' || route.plan.who === 'link'
  const lane = async () => {
    for (let pair = left.shift(); pair; pair = left.shift()) {
      const place = isCounted ? passing + report.asked : from
      const real = await ask(pair.real, place)
      const other = await ask(pair.other, place)
      count(report, actor.name, [real.answer, other.answer])
      const judging = { plan: route.plan, actor, expected: pair.expected, thing: pair.thing }
      const asUser = { send, actorId: actor.person?.user.userId, victimPrefix: world.places.victim, guarded, gained }
      let wrong = judge(real, other, { ...judging, secrets: world.secrets })
      // Other actors of the same store run at the same time: a difference counts only if it repeats in reverse order.
      if (wrong?.startsWith('answered')) {
        const twin = await ask(pair.other, place)
        wrong = judge(await ask(pair.real, place), twin, { ...judging, secrets: world.secrets })
      }
      const wrongs = [wrong, await chase(real.answer, asUser), await chase(other.answer, asUser)]
      for (const one of wrongs.filter((one) => one !== null))
        report.faults.push(`${actor.name} asks ${route.method} ${route.path} for the ${pair.thing.name}: ${one}`)
    }
  }
  // Calls of one person about their own account would interfere with each other.
  const lanes = route.plan.who === 'person' ? 1 : parallel
  await Promise.all(Array.from({ length: lanes }, lane))
}

function count(report: Report, actor: string, answers: Answer[]): void {
  report.asked += answers.length
  report.perActor.set(actor, (report.perActor.get(actor) ?? 0) + answers.length)
  for (const { status } of answers) {
    report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1)
    if (status === 429) report.limited++
  }
}

type Noting = { report: Report; ofShopper: readonly string[] }
type Named = Pick<Planned, 'method' | 'path'>

function note(
  { report, ofShopper }: Noting,
  who: string,
  routes: readonly Named[],
  changes: Change[],
  actor?: Actor,
): void {
  const names = routes.map(({ method, path }) => `${method} ${path}`)
  for (const change of changes)
    if (!names.some((name) => isAllowed(change, { route: name, actor, ofShopper }))) {
      const acts = names.filter((name) => !name.startsWith('GET '))
      const { table, kind, row } = change
      report.faults.push(`${who}: a row of ${table} is ${kind} after ${acts.join(', ')}: ${row.slice(0, 200)}`)
    }
}

type Invited = { actor: Actor; email: string; gained: readonly string[] }

/** The victim's owner invites an address that this actor may have claimed; only the invitation itself may open the store. */
async function inviteAfterwards({ world, send, probed }: Running, report: Report, { actor, email, gained }: Invited) {
  const { places, victim } = world
  const body = JSON.stringify({ email, currentPassword: ownPassword })
  const claim = { method: 'POST', path: '/dashboard/api/me/email', body }
  const claimed = { ...claim, headers: { ...ownHeaders, cookie: await actor.person!.cookie() } }
  count(report, actor.name, [await send(claimed)])
  const owner = await world.people.owner.cookie()
  const invited = await send({
    ...{ method: 'POST', path: `/dashboard/api/stores/${places.victim}/team` },
    ...{ headers: { ...ownHeaders, cookie: owner }, body: JSON.stringify({ email, role: 'admin' }) },
  })
  if (invited.status !== 200) report.faults.push(`${actor.name} claimed an address, and nobody can be invited by it`)
  const mine = await actor.person!.cookie()
  for (const cookie of [mine, ...gained]) {
    const { status, text } = await send({ method: 'GET', path: '/dashboard/api/me', headers: { cookie } })
    const { stores = [] }: { stores?: { store: string; role: string }[] } = status === 200 ? JSON.parse(text) : {}
    const role = stores.find(({ store }) => store === places.victim)?.role
    if (role !== (cookie === mine ? actor.person!.roles.victim : undefined))
      report.faults.push(`${actor.name} claimed an address and is ${role} of the victim’s store since it was invited`)
  }
  await probed.sql`
    delete from members
    where store_id = ${victim.store.storeId}
      and user_id in (select user_id from users where email = ${email})
      and ${actor.person!.roles.victim === undefined}`
}

async function probeLinks({ send, world, share, random }: Running, report: Report, rows: RowWatch): Promise<void> {
  const { victim, neighbour, home, places, ofShopper } = world
  const probes = listLinkProbes({
    ...{ victim: victim.shopperData, neighbour, home: home.shopperData, prefix: places.victim },
  }).filter(() => random() < share)
  for (const [place, { actor, route, call }] of probes.entries()) {
    const answer = await send(call, 2 * passing + place)
    count(report, actor, [answer])
    const leak = [...world.secrets, victim.shopperData.email, canary].find((word) => answer.text.includes(word))
    if (answer.status >= 500 || leak)
      report.faults.push(`${actor} asks ${route}: answered ${answer.status} ${leak ?? ''}`)
    if (place % untilLook > 0 && place < probes.length - 1) continue
    // The neighbour may change their own alerts.
    const changes = (await rows.changes()).filter(({ row }) => ofShopper.some((mark) => row.includes(mark)))
    const [method, path] = route.split(' ') as [string, string]
    note({ report, ofShopper }, actor, [{ method, path }], changes)
  }
}

async function probeHooks({ send, world, probed, share, random }: Running, report: Report, rows: RowWatch) {
  const { victim, home, ofShopper } = world
  const probes = [
    ...listHookProbes(victim.staffData.hooks, home.staffData.hooks),
    ...listReplays(victim.staffData.hooks),
  ]
  const chosen = probes.filter(({ isReplay }) => isReplay || random() < share)
  await rows.changes()
  for (const [place, { actor, route, call, isAccepted, isReplay }] of chosen.entries()) {
    const answer = await send(call, 3 * passing + place)
    count(report, actor, [answer])
    if (!isAccepted && answer.status < 400 && !isGreeting(call))
      report.faults.push(`${actor} sends ${route}: it was believed with ${answer.status}`)
    if (answer.status >= 500) report.faults.push(`${actor} sends ${route}: answered ${answer.status}`)
    if (!isReplay && place % untilLook > 0 && place < chosen.length - 1) continue
    await isSettled(probed.sql, victim.store.storeId)
    const changes = await rows.changes()
    note({ report, ofShopper }, actor, [{ method: 'POST', path: route.slice(5) }], changes)
  }
}

/** WooCommerce tests an address with an unsigned form; nothing is read from it. */
const isGreeting = ({ body = '' }: Call) => body.startsWith('webhook_id=')
