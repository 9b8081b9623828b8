/** What a probe must not obtain: a marked word, a secret, a session, a role, or a hint whether a thing exists. */
import { type Answer, type Call, passing, type Send } from '../probe-sender.ts'
import type { Actor } from './actors.ts'
import type { Expected } from './calls.ts'
import { canary, shopMark } from './marks.ts'
import type { Plan } from './plan.ts'
import type { Thing } from './things.ts'

export type Judging = {
  plan: Plan
  actor: Actor
  expected: Expected
  thing: Thing
  /** Of the victim: no answer may contain one that the call did not send. */
  secrets: readonly string[]
}

type Exchange = { call: Call; answer: Answer }

export function judge(real: Exchange, other: Exchange, judging: Judging): string | null {
  const [one, two] = [real.answer, other.answer]
  if (one.status >= 500 || two.status >= 500) return `answered ${one.status}, ${two.status}: ${one.text.slice(0, 200)}`
  const leak = findLeak(real, judging) ?? findLeak(other, judging)
  if (leak) return leak
  if (judging.expected === 'refused' && one.status < 400) return `was let in with ${one.status}`
  // Only things that everybody may see may be answered differently from those that do not exist.
  const { openTo, hasNoTwin } = judging.thing
  if (hasNoTwin || (openTo === 'shop' && judging.plan.who !== 'member')) return null
  return findDifference(real, other)
}

function findLeak({ call, answer }: Exchange, { plan, actor, secrets }: Judging): string | null {
  const { text } = answer
  const around = (word: string) =>
    `gives away ${text.slice(Math.max(0, text.indexOf(word) - 80), text.indexOf(word) + 60)}`
  if (text.includes(canary) && !says(call, canary)) return around(canary)
  const isPerson = plan.who === 'person' && !actor.person?.roles.victim
  const isInside = plan.who === 'member' || isPerson || (plan.who === 'api' && plan.auth === 'store')
  if (isInside && text.includes(shopMark) && !says(call, shopMark)) return around(shopMark)
  const secret = secrets.find((one) => text.includes(one) && !says(call, one))
  if (secret) return `hands out a secret: ${around(secret)}`
  const { 'access-control-allow-origin': allowed } = answer.headers
  if (call.path.startsWith('/dashboard/') && allowed) return `lets pages of ${allowed} read it`
  return null
}

const says = ({ path, body = '', headers = {} }: Call, word: string) =>
  `${decodeURIComponent(path.replaceAll('+', ' '))} ${body} ${decodeURIComponent(body.replaceAll(/%(?![0-9a-f]{2})/gi, '%25').replaceAll('+', ' '))} ${Object.values(headers).join(' ')}`.includes(
    word,
  )

const typeOf = ({ text }: Answer) => /"type":"([a-z-]+)"/.exec(text)?.[1]

function findDifference(real: Exchange, other: Exchange): string | null {
  const [one, two] = [real.answer, other.answer]
  if (one.status === 429 || two.status === 429) return null
  if (one.status !== two.status || (one.status !== 200 && typeOf(one) !== typeOf(two)))
    return `answered ${one.status} ${typeOf(one) ?? ''}, and ${two.status} ${typeOf(two) ?? ''} for what is nobody’s`
  const [mine, nobodys] = [shapeOf(real), shapeOf(other)]
  return mine === nobodys ? null : `answered ${mine.slice(0, 300)}, and ${nobodys.slice(0, 300)} for what is nobody’s`
}

/** An answer without the values that differ between calls: its fields, their types, and every boolean. */
function shapeOf({ answer }: Exchange): string {
  const { text, headers } = answer
  if (!String(headers['content-type']).includes('json')) return `${headers['content-type']}`
  try {
    return JSON.stringify(shape(JSON.parse(text)))
  } catch {
    return 'no JSON'
  }
}

function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shape(value[0])]
  if (typeof value !== 'object' || value === null)
    return typeof value === 'boolean' || value === null ? value : typeof value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([word]) => word !== 'requestid')
      .map(([word, inner]) => [word, shape(inner)]),
  )
}

/** Tokens and sessions in an answer. */
export function tokensIn({ text, headers }: Answer): { links: string[]; cookies: string[] } {
  const set = [headers['set-cookie'] ?? []]
    .flat()
    .flatMap((line) => /^(__Host-heartbell=[\w-]{43});/.exec(line)?.[1] ?? [])
  const links = [...text.matchAll(/\/dashboard\/[\w/-]+#([\w-]{20,})/g)].map(([, token]) => token!)
  return { links: [...new Set(links)], cookies: set }
}

export type Chase = {
  send: Send
  actorId: string | undefined
  victimPrefix: string
  guarded: ReadonlySet<string>
  /** Collects the sessions that were obtained. */
  gained: string[]
}

/** Follows every link and cookie of an answer; returns the fault if they open an account or a store that is not the actor's. */
export async function chase(
  answer: Answer,
  { send, actorId, victimPrefix, guarded, gained }: Chase,
): Promise<string | null> {
  const { links, cookies } = tokensIn(answer)
  for (const token of links) {
    const headers = { 'content-type': 'application/json', 'x-heartbell': 'dashboard' }
    const body = JSON.stringify({ token, name: 'Mallory', password: 'a password of the attacker' })
    for (const path of ['follow-link', 'invitations/join']) {
      const followed = await send(
        { method: 'POST', path: `/dashboard/api/${path}`, headers, body },
        passing + gained.length,
      )
      cookies.push(...tokensIn(followed).cookies)
    }
  }
  gained.push(...cookies)
  for (const cookie of cookies) {
    const { status, text } = await send({ method: 'GET', path: '/dashboard/api/me', headers: { cookie } })
    if (status !== 200) continue
    const me: { userId?: string; isOperator?: boolean; stores?: { store: string }[] } = JSON.parse(text)
    const isMine = me.userId === actorId
    const opens = !isMine && me.stores?.some(({ store }) => store === victimPrefix)
    if (opens || me.isOperator || (me.userId && guarded.has(me.userId) && !isMine))
      return `hands out a session of ${text.slice(0, 160)}`
  }
  return null
}
