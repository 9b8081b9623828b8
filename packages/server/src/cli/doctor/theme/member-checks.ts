/** Doctor's checks of a theme's scripts: each member and event that they use exists, is refused on purpose, or is unknown. */
import type { DoctorCheck } from '../check.ts'
import { judgeMember, type MemberState, readMembers, refusedMembers } from './members.ts'
import type { ScriptUses } from './script-uses.ts'

type JudgedMember = { state: MemberState; name: string; places: string[]; isGuarded: boolean }
type UsesOfScript = { place: string; uses: ScriptUses }

export function checkUses(scripts: UsesOfScript[]): DoctorCheck[] {
  const members = readMembers()
  const callbacks = scripts.reduce((sum, { uses }) => sum + uses.callbacks, 0)
  const assigned = new Set(scripts.flatMap(({ uses }) => uses.assigned).flatMap((path) => [path, path.split('.')[0]!]))
  const judged = new Map<string, JudgedMember>()
  for (const { place, uses } of scripts)
    for (const use of uses.members) {
      const { state, name } = judgeMember(members, use)
      if (state !== 'exists' && (assigned.has(name) || assigned.has(name.split('.')[0]!))) continue
      const key = `${use.object}.${name}`
      const known = judged.get(key) ?? { state, name, places: [], isGuarded: true }
      known.isGuarded &&= use.isGuarded
      known.places.push(`${place} line ${use.line}`)
      judged.set(key, known)
    }
  const all = [...judged].sort(([one], [other]) => (one < other ? -1 : 1))
  const known = all
    .filter(([, { state }]) => state === 'exists')
    .map(([key]) => key.replace(/^_swat\./, ''))
    .sort()
  return [
    ...describeCallbacks(callbacks),
    ...(known.length > 0
      ? [{ name: 'members', state: 'ok', says: `${known.length} exist: ${known.join(', ')}` } as const]
      : []),
    ...all.flatMap(([key, member]) => writeProblem(key, member)),
    ...checkEvents(scripts, members.events),
  ]
}

/** On these two platforms the script loads what it needs for the cart by itself. */
const knownCart = /\bShopify\s*[.=]|\bwc_add_to_cart_params\b|\bwcSettings\b|\bheartbell\s*\.\s*cart\b/

/** `code`: the text of every script of the page. */
export function checkCart(scripts: UsesOfScript[], code: string): DoctorCheck[] {
  const places = scripts.flatMap(({ place, uses }) =>
    uses.members
      .filter(({ path }) => /^(replayAddToCart|platform\.isInDeviceCart)\b/.test(path))
      .map(({ path, line }) => `${path} (${place} line ${line})`),
  )
  if (places.length === 0) return []
  const name = 'cart'
  if (knownCart.test(code)) return [{ name, state: 'ok', says: 'the page has a cart that the script can use' }]
  const says = `${places.slice(0, 5).join(', ')} needs a cart, and the page is neither of Shopify nor of WooCommerce: describe yours in heartbell.cart`
  return [{ name, state: 'warn', says }]
}

const describeCallbacks = (callbacks: number): DoctorCheck[] =>
  callbacks === 0
    ? []
    : [
        {
          name: 'callbacks',
          state: 'ok',
          says: `${callbacks === 1 ? '1 function is' : `${callbacks} functions are`} given to SwymCallbacks; each runs when the script loads`,
        },
      ]

function writeProblem(key: string, { state, name, places, isGuarded }: JudgedMember): DoctorCheck[] {
  const where = `${key} (${[...new Set(places)].slice(0, 5).join(', ')})`
  if (isGuarded && (state === 'unknown' || state === 'refused')) {
    const says = `${where} does not exist; the script looks first, so it goes on without what this call did`
    return [{ name: 'members', state: 'warn', says }]
  }
  if (state === 'unknown')
    return [
      {
        name: 'members',
        state: 'fail',
        says: `${where} does not exist, and calling it stops the script: remove it, or report that you need it`,
      },
    ]
  if (state === 'refused')
    return [{ name: 'members', state: 'fail', says: `${where} is refused on purpose: ${refusedMembers[name]}` }]
  return state === 'empty'
    ? [{ name: 'members', state: 'warn', says: `${where} is undefined here: the script must accept that` }]
    : []
}

function checkEvents(scripts: UsesOfScript[], known: string[]): DoctorCheck[] {
  const used = scripts.flatMap(({ place, uses }) =>
    uses.events.map(({ name, line }) => ({ name, where: `${place} line ${line}` })),
  )
  const names = [...new Set(used.map(({ name }) => name))]
  const silent = used.filter(({ name }) => !known.includes(name))
  const checks: DoctorCheck[] = []
  if (names.length > silent.length)
    checks.push({ name: 'events', state: 'ok', says: `${names.filter((name) => known.includes(name)).join(', ')}` })
  for (const { name, where } of silent)
    checks.push({
      name: 'events',
      state: 'warn',
      says: `${name} (${where}) never fires here: its listener is not called`,
    })
  return checks
}
