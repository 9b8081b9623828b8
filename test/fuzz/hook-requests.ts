/** Hostile messages of platforms and providers; most have a valid signature, because others are refused before parsing. */
import { brokenJson, contentTypes, headers as strangeHeaders } from './bodies.ts'
import { badText, type Dice } from './fields.ts'
import { type Messages, messages } from './hook-messages.ts'
import { damage, encode, type Hostile } from './requests.ts'
import { spoilInside } from './schema-values.ts'

/** A connected platform or provider, and how it signs. */
export type HookAddress = {
  kind: keyof typeof messages
  path: string
  sign(body: Buffer, topic: string): Record<string, string>
  /** For a signature inside the body: the body as it is sent. */
  seal?(body: Buffer): Buffer
}

function signatures(dice: Dice, good: Record<string, string>): Record<string, string> {
  if (dice.chance(0.85) || Object.keys(good).length === 0) return good
  const name = dice.pick(Object.keys(good))
  const { [name]: value = '', ...rest } = good
  return dice.pick([
    rest,
    {},
    { ...rest, [name]: '' },
    { ...rest, [name]: value.slice(1) },
    { ...rest, [name]: value.toLowerCase() },
    { ...rest, [name]: `${value}, ${value}` },
    { ...rest, [name]: badText(dice, '') },
    { ...rest, [name]: value.repeat(50) },
  ])
}

const asForm = (dice: Dice, json: string) =>
  Object.entries(JSON.parse(json) as Record<string, unknown>)
    .map(([word, value]) => `${encode(dice, word)}=${encode(dice, String(value))}`)
    .join('&')

export function makeHook(dice: Dice, hooks: readonly HookAddress[]): Hostile {
  const hook = dice.pick(hooks)
  const { topics, bodies, isForm }: Messages = messages[hook.kind]
  const valid = JSON.stringify(dice.pick(bodies))
  let json = valid
  for (let count = dice.chance(0.2) ? 3 : 1; count > 0 && !isForm; count--) json = spoilInside(dice, json, '')
  const broken = dice.chance(0.05) ? dice.pick(brokenJson) : isForm ? spoilForm(dice, asForm(dice, valid)) : json
  const damaged = Buffer.from(damage(dice, dice.chance(0.003) ? broken.padEnd(1_100_000, ' ') : broken))
  const body = hook.seal && dice.chance(0.85) ? hook.seal(damaged) : damaged
  const topic = dice.chance(0.97) ? dice.pick(topics) : badText(dice, '')
  const headers: Record<string, string> = {
    'user-agent': 'fuzz',
    'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    ...signatures(dice, hook.sign(body, topic)),
  }
  if (dice.chance(0.1)) headers['content-type'] = dice.pick(contentTypes)
  if (dice.chance(0.01)) delete headers['content-type']
  while (dice.chance(0.05)) {
    const [name, value] = dice.pick(strangeHeaders)
    headers[name] = value
  }
  const [, , kind, who] = hook.path.split('/')
  const path = dice.pick([
    `/hooks/${encode(dice, badText(dice, '').slice(0, 300))}/${who}`,
    `/hooks/${kind}/${encode(dice, badText(dice, '').slice(0, 300))}`,
    `/hooks/${kind}/${who}/${who}`,
    `/hooks/${kind}/${who!.toUpperCase()}`,
  ])
  const url = dice.chance(0.95) ? hook.path : path
  const method = dice.chance(0.98) ? 'POST' : dice.pick(['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])
  return { method, url, headers, payload: body, entryPoint: 'hooks' }
}

/** Replaces a field's value, or sends the field twice. */
function spoilForm(dice: Dice, form: string): string {
  const pairs = form.split('&')
  const place = dice.below(pairs.length)
  const [word] = pairs[place]!.split('=')
  const bad = `${word}=${encode(dice, badText(dice, ''))}`
  if (dice.chance(0.2)) return [...pairs, bad].join('&')
  return pairs.map((pair, at) => (at === place ? bad : pair)).join('&')
}
