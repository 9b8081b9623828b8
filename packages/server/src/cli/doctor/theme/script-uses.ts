/** Finds which members of the older script interface a theme's script uses, and where. */
import { lineFinder } from './lines.ts'
import { maskScript } from './mask-script.ts'

/** `path`: the members after the object, `SaveForLater.init`. */
export type MemberUse = {
  object: '_swat' | 'SwymUtils'
  path: string
  line: number
  /** The script looks whether the member exists, just before. */
  isGuarded: boolean
}

export type ScriptUses = {
  callbacks: number
  members: MemberUse[]
  /** Members that the script itself assigns, so they exist whatever we offer. */
  assigned: string[]
  /** Texts such as `sw:addedtowishlist`. */
  events: { name: string; line: number }[]
}

export function findUses(text: string, firstLine = 1): ScriptUses {
  const { code, strings } = maskScript(withDots(text))
  const lineOf = lineFinder(text, firstLine)
  const callbacks = findCallbacks(code)
  const members: MemberUse[] = []
  const assigned: string[] = []
  const note = (object: MemberUse['object'], found: ChainUse[], offset = 0) => {
    /** Where each member was last tested. */
    const tests = new Map<string, number>()
    for (const { path, position, isAssigned, isTest } of found) {
      if (isTest) tests.set(path, position)
      const isGuarded = position - (tests.get(path) ?? Number.NEGATIVE_INFINITY) <= guardReach
      if (isAssigned) assigned.push(path)
      else members.push({ object, path, line: lineOf(offset + position), isGuarded })
    }
  }
  note('_swat', findChains(code, '_?swat'))
  note('SwymUtils', findChains(code, 'SwymUtils'))
  for (const { parameter, start, end } of callbacks)
    if (parameter && !/^_?swat$/.test(parameter))
      note('_swat', findChains(code.slice(start, end), escapeName(parameter)), start)
  const events = [...strings.matchAll(/["'`](sw:[a-z]+)["'`]/gi)].map((found) => ({
    name: found[1]!,
    line: lineOf(found.index),
  }))
  return { callbacks: callbacks.length, members, assigned, events }
}

/** `_swat['fetch']` as `_swat.fetch`, with every position kept. */
const withDots = (text: string) =>
  text.replace(
    /\b(_?swat|SwymUtils)\[(["'])([A-Za-z_$][\w$]*)\2\]/g,
    (_whole, object, _quote, name) => `${object}.${name}   `,
  )

const escapeName = (name: string) => name.replaceAll('$', '\\$')
const word = '[A-Za-z_$][\\w$]*'

type ChainUse = { path: string; position: number; isAssigned: boolean; isTest: boolean }

/** A test protects the calls within so many characters after it: `if (_swat.x) { … _swat.x() }`. */
const guardReach = 300

/** `object.a.b`, `window.object?.a`, and `const { a, b } = object`. */
function findChains(code: string, object: string): ChainUse[] {
  const of = `(?:(?:window|globalThis|self)\\s*\\??\\.\\s*)?${object}`
  const chain = new RegExp(`(?<![\\w$.])${of}((?:\\s*\\??\\.\\s*${word})+)(\\s*=(?![=>]))?`, 'g')
  const taken = new RegExp(`\\{([^{}]*)\\}\\s*=\\s*${of}(?![\\w$.?\\s]*[.(])`, 'g')
  const chains = [...code.matchAll(chain)].map((found) => ({
    path: found[1]!.replace(/[\s?]/g, '').slice(1),
    position: found.index,
    isAssigned: found[2] !== undefined,
    isTest: isTest(code, found.index, found.index + found[0].length),
  }))
  const names = [...code.matchAll(taken)].flatMap((found) =>
    found[1]!
      .split(',')
      .map((name) => name.split(/[:=]/)[0]!.trim())
      .filter((name) => new RegExp(`^${word}$`).test(name))
      .map((path) => ({ path, position: found.index, isAssigned: false, isTest: false })),
  )
  return [...chains, ...names]
}

/** `_swat.x && …`, `_swat.x?.()`, `if (_swat.x)`, `typeof _swat.x`, `!_swat.x`: it is looked at, not called. */
function isTest(code: string, start: number, end: number): boolean {
  const after = code.slice(end, end + 20)
  if (/^\s*\(/.test(after)) return false
  return (
    /^\s*(&&|\?)/.test(after) || /(\btypeof\s*\(?|!|\bif\s*\()\s*$/.test(code.slice(Math.max(0, start - 20), start))
  )
}

type CallbackFunction = { parameter: string | null; start: number; end: number }

/** Each is searched in the whole script; themes have a few. */
const mostCallbacks = 100

/** The functions given to `SwymCallbacks`, written there or named there. */
function findCallbacks(code: string): CallbackFunction[] {
  const given = /SwymCallbacks\b(?:[^;{}\n]{0,80}?\.\s*push\s*\(|\s*=\s*\[)\s*(?=[\w$(])/g
  return [...code.matchAll(given)].slice(0, mostCallbacks).map((found) => {
    const start = found.index + found[0].length
    return readFunction(code, start) ?? findNamed(code, start) ?? { parameter: null, start, end: start }
  })
}

/** `function (a) {…}`, `async a => …`, `(a) => …`, at this position. */
function readFunction(code: string, start: number): CallbackFunction | null {
  const shape = new RegExp(
    `(?:async\\s+)?(?:function\\b\\s*[\\w$]*\\s*\\(\\s*(${word})?|\\(\\s*(${word})?[^()]*\\)\\s*=>|(${word})\\s*=>)`,
    'y',
  )
  shape.lastIndex = start
  const found = shape.exec(code)
  return (
    found && {
      parameter: found[1] ?? found[2] ?? found[3] ?? null,
      start,
      end: endOfFunction(code, start + found[0].length),
    }
  )
}

/** `push(start)` or `push(this.start.bind(this))`: the function of that name. */
function findNamed(code: string, start: number): CallbackFunction | null {
  const reference = new RegExp(`(?:this\\s*\\.\\s*)?(${word})`, 'y')
  reference.lastIndex = start
  const name = reference.exec(code)?.[1]
  if (!name) return null
  const assigned = new RegExp(`(?<![\\w$.])${escapeName(name)}\\s*[=:]\\s*(?=async|function|\\(|${word}\\s*=>)`).exec(
    code,
  )
  if (assigned) return readFunction(code, assigned.index + assigned[0].length)
  const declared = new RegExp(`(?<![\\w$.])${escapeName(name)}\\s*\\(\\s*(${word})?[^()]*\\)\\s*\\{`).exec(code)
  return declared && { parameter: declared[1] ?? null, start: declared.index, end: endOfFunction(code, declared.index) }
}

/** The position after the braces that open next, or of the end of the call when there are none. */
function endOfFunction(code: string, from: number): number {
  let depth = 0
  const brace = /[{}]/g
  brace.lastIndex = from
  for (let found = brace.exec(code); found; found = brace.exec(code)) {
    depth += found[0] === '{' ? 1 : -1
    if (depth <= 0) return found.index + 1
  }
  return code.length
}
