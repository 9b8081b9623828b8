/** The fields of a hostile call: mostly valid, so that it gets far, and one that is not. */
import type { Endpoint } from '@heartbell/contract/endpoint'
import { jsonValues } from './bodies.ts'
import { textKinds, textsFor } from './texts.ts'
import type { Victim, World } from './world.ts'

export type Dice = {
  chance(share: number): boolean
  below(count: number): number
  pick<T>(from: readonly T[]): T
}

export const makeDice = (random: () => number): Dice => ({
  chance: (share) => random() < share,
  below: (count) => Math.floor(random() * count),
  pick: (from) => from[Math.floor(random() * from.length)]!,
})

/** A field's value as the text of a form and as JSON. */
type Value = { text: string; json: string }

export const asText = (text: string): Value => ({ text, json: JSON.stringify(text) })
const asJson = (json: string): Value => ({ text: json, json })

/** A valid value of a field, so that a request is wrong in only one place. */
export function goodValue(dice: Dice, world: World, who: Victim, word: string): Value {
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
    case 'topic':
      return asText('backinstock')
    case 'epi':
    case 'empi':
    case 'limit':
    case 'itemslimit':
    case 'offset':
      return asText(String(1 + dice.below(20)))
    case 'du':
      return asText('/p/1')
    case 'anonRead':
    case 'includeArchived':
    case 'excludeArchived':
      return asText(dice.pick(['true', 'false']))
    case 'filterby':
      return asText(dice.pick(['instock', 'outofstock']))
    case 'addtomailinglist':
      return asText(dice.pick(['0', '1']))
    case 'next':
    case 'cursor':
      return asText('')
    case 'type':
      return asText(dice.pick(['viewed', 'cart']))
    default:
      return dice.chance(0.5) ? asText(String(dice.below(50))) : asText(dice.pick(['true', 'a note', 'fuzz']))
  }
}

/** The fields of an item, each with a valid value; `n` is its variant. */
const itemFields: Record<string, (n: number) => string> = {
  epi: (n) => String(n),
  empi: (n) => String(n),
  du: (n) => `"/p/${n}"`,
  stk: (n) => String(n),
  qty: () => '2',
  note: () => '"a note"',
  cprops: () => '{"size":{"eu":42}}',
  lbls: () => '["hall"]',
  _av: () => 'true',
  dt: () => '"A title"',
  bt: () => '"A brand"',
  sku: () => '"SKU"',
  vi: () => '"M"',
  iu: () => '"/i.png"',
  pr: () => '9.5',
}

/** A custom item; 403 is expected in a store that does not allow them. */
const customFields: Record<string, () => string> = {
  title: () => '"A lamp"',
  price: () => '5',
  du: () => '"/lamp"',
  bundle: () => '[{"title":"Foot","price":1,"epi":"7"}]',
  compareAtPrice: () => '6',
  platformitemid: () => '"v7"',
  cprops: () => '{}',
}

export const writeObject = (fields: Iterable<[word: string, json: string]>) =>
  `{${[...fields].map(([word, json]) => `${JSON.stringify(word)}:${json}`).join(',')}}`

/** Valid except for `bad` fields. */
function item(dice: Dice, bad = 0): string {
  const isCustom = dice.chance(0.15)
  const kind = isCustom ? customFields : itemFields
  const needed = isCustom ? 3 : 4
  const n = 1 + dice.below(12)
  const chosen = Object.keys(kind).filter((_, place) => place < needed || dice.chance(0.3))
  const fields = new Map(chosen.map((word) => [word, kind[word]!(n)]))
  for (let count = 0; count < bad; count++) {
    const word = dice.chance(0.95) ? dice.pick(Object.keys(kind)) : badText(dice, '')
    if (dice.chance(0.1)) fields.delete(word)
    else fields.set(word, badJson(dice, word))
  }
  return writeObject(fields)
}

const badJson = (dice: Dice, word: string) =>
  dice.chance(0.5) ? dice.pick(jsonValues) : JSON.stringify(badText(dice, word))

export function badText(dice: Dice, word: string): string {
  const own = Object.hasOwn(textsFor, word) && textsFor[word]
  return dice.pick(own && dice.chance(0.6) ? own : dice.pick(textKinds))
}

const holdsItems = new Set(['a', 'u', 'd', 'items', 'products'])

function badValue(dice: Dice, word: string): Value {
  if (holdsItems.has(word) && dice.chance(0.8)) return asJson(`[${item(dice)},${item(dice, 1 + dice.below(2))}]`)
  return dice.chance(0.6) ? asText(badText(dice, word)) : asJson(dice.pick(jsonValues))
}

export type Field = [word: string, value: Value]

/** Most requests are wrong in one place only, because one error hides another; some are wrong everywhere. */
export function fieldsOf(dice: Dice, world: World, who: Victim, { fields }: Endpoint): Field[] {
  const words = Object.keys(fields.shape).map((name) => ({ name, word: fields.names[name]! }))
  const isChaos = dice.chance(0.2)
  const worst = dice.below(words.length)
  const made: Field[] = []
  for (const [place, { name, word }] of words.entries()) {
    const isBad = isChaos ? dice.chance(0.4) : place === worst
    const isOptional = fields.shape[name]!.safeParse(undefined).success
    if (!isBad && dice.chance(isOptional ? 0.5 : isChaos ? 0.2 : 0)) continue
    made.push([word, isBad ? badValue(dice, word) : goodValue(dice, world, who, word)])
    if (isChaos && dice.chance(0.1)) made.push([word, badValue(dice, word)])
  }
  while (dice.chance(0.05)) made.push([badText(dice, ''), badValue(dice, '')])
  return made
}
