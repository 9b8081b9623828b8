/** The laws of the house, held against the house itself. Each says where it is broken: file and line. */
import { describe, expect, test } from 'vitest'
import * as names from '../packages/contract/src/wire/names.ts'
import { findBarrels, findCircles, findForbiddenImports, type Plan } from './house/imports.ts'
import { findClimbs, findCrowdedFolders, type Layers } from './house/layers.ts'
import {
  findBlockingIndexes,
  findKeysWithoutStore,
  findTriggers,
  findUnsaidBreaks,
  storeTables,
} from './house/migrations.ts'
import { findBadNames, findLongFiles, findSilentFiles } from './house/shape.ts'
import { findFiles, isTest, readSources, readText } from './house/sources.ts'
import { findStorelessStatements } from './house/statements.ts'
import { findLiteralStatuses } from './house/subscription-status.ts'
import { findRepeatedTypes } from './house/type-names.ts'
import { findUnusedDependencies, findUnusedExports } from './house/unused.ts'
import { findWireWords, wireWordsOf } from './house/wire-words.ts'

const contract = 'packages/contract/src'
const server = 'packages/server/src'
const dictionary = `${contract}/wire/names.ts`
const client = 'packages/client/src'
const pages = 'packages/dashboard/src'
const [database, domain, channels] = [`${server}/database`, `${server}/domain`, `${server}/channels`]
const [letters, net] = [`${server}/letters`, `${server}/net`]
const [feeds, transfer] = [`${server}/feeds`, `${server}/transfer`]
const context = [domain, database, contract]

/** Who may import whom, from the top of the house to the bottom. A door is known by the command line only. */
const plan: Plan = {
  [`${server}/cli`]: {
    knows: [
      ...['http', 'dashboard', 'alerts', 'hooks', 'pages'].map((door) => `${server}/${door}`),
      channels,
      letters,
      transfer,
      feeds,
      net,
      ...context,
    ],
  },
  [`${server}/http`]: { knows: [letters, feeds, ...context] },
  [`${server}/dashboard`]: { knows: [channels, feeds, letters, net, ...context] },
  [`${server}/pages`]: { knows: [letters, ...context] },
  [`${server}/hooks`]: { knows: [feeds, net, ...context] },
  [`${server}/alerts`]: { knows: [channels, letters, net, ...context] },
  // How a message is put into words: templates, languages, links.
  [letters]: { knows: context },
  // How a store leaves and arrives, and what people bring from elsewhere.
  [transfer]: { knows: [feeds, ...context] },
  // How a catalog is read that somebody else wrote.
  [feeds]: { knows: context },
  [channels]: { knows: [net, contract] },
  // The way out of the house, guarded.
  [net]: { knows: [] },
  // What a rule needs from outside is little, and never the web framework.
  [domain]: { knows: [database, contract], packages: ['node:crypto', 'libphonenumber-js'] },
  [database]: { knows: [] },
  // No I/O: the words could be read anywhere.
  [contract]: { knows: [], packages: ['zod'] },
  // The storefront runs in somebody else's shop: it takes nothing from outside and knows nothing of the server.
  [client]: { knows: ['widgets', 'cart', 'client'].map((floor) => `${client}/${floor}`), packages: [] },
  [`${client}/widgets`]: { knows: [`${client}/cart`, `${client}/client`], packages: [] },
  [`${client}/cart`]: { knows: [`${client}/client`], packages: [] },
  [`${client}/client`]: { knows: [], packages: [] },
  // The merchant's pages: screens are made of parts, and every text has its words.
  [`${pages}/screens`]: { knows: [`${pages}/parts`, `${pages}/words`, pages] },
  [`${pages}/parts`]: { knows: [`${pages}/words`, pages] },
  [`${pages}/words`]: { knows: [pages] },
  [pages]: { knows: [`${pages}/screens`, `${pages}/parts`, `${pages}/words`] },
}

/** Inside the parts of the server, from top to bottom: a folder imports from lower layers only. */
const layersOf: Record<string, Layers> = {
  [domain]: [
    ['integrations', 'inbound'],
    ['merges', 'privacy', 'sharing', 'reports'],
    ['lists', 'subscriptions', 'deliveries', 'portability'],
    ['items'],
    ['catalog', 'messages'],
    ['planning'],
    ['webhooks', 'shoppers'],
    ['stores', 'audit'],
    ['staff', 'rules'],
    ['secrets', 'settings', 'schedule', 'integrations/integration-types'],
  ],
  [`${server}/cli`]: [
    ['.'],
    ['commands'],
    ['commands/store', 'commands/import', 'doctor'],
    ['plumbing'],
    ['process'],
    ['process/sockets'],
    ['settings'],
  ],
  [`${server}/http`]: [['.'], ['routes', 'routes/shopper', 'routes/store'], ['plumbing']],
  [`${server}/dashboard`]: [['.'], ['account', 'screens/settings'], ['screens'], ['plumbing']],
  [`${server}/alerts`]: [['.'], ['sending'], ['providers'], ['outgoing'], ['pacing']],
  [`${server}/hooks`]: [['.'], ['platforms', 'feedback'], ['plumbing']],
  [`${server}/pages`]: [['demo'], ['.']],
  [`${server}/letters`]: [['.'], ['rendering'], ['words']],
  [`${server}/database/driver`]: [['.'], ['queues'], ['wire']],
}

/** Tables of the whole installation, and the table of the stores themselves. */
const wholeHouse = [
  'installation',
  'migrations',
  'users',
  'sign_in_links',
  'dashboard_sessions',
  'installation_log',
  'account_links',
  'email_changes',
  'staff_mails',
  'guess_budgets',
  'known_places',
  'recovery_codes',
]

/** Words of the wire that mean something else as well (a Unix user, a column), so that saying them proves nothing. */
const plainWords = ['id', 'uid', 'uri', 'ts', 'date', 'updated_at', 'created_at', 'accepts_marketing', 'confirm']

/** The storefront's own dictionary, and its two faces that speak to scripts in the wire's words because those do. */
const speaksWire = (path: string) =>
  path === `${client}/client/names.ts` || /^packages\/client\/src\/(callbacks|compat)[^/]*\.ts$/.test(path)

/** Letters and widgets are in eleven languages, where `du`, `di`, `et` and `em` are everyday words. */
const isForeign = (path: string) =>
  path.startsWith(`${letters}/words/`) ||
  path.startsWith(`${pages}/words/`) ||
  path.startsWith(`${client}/widgets/words/`)

/** Exports that `bin/heartbell.js` calls, which is not TypeScript. */
const calledByBin = [`${server}/cli/main.ts main`, `${server}/cli/settings/memory.ts saveMemory`]

/** Pinned although only fastify imports it: its newest 6.x needs a package that refuses Node.js 20 (docs/releasing.md). */
const onlyPinned = ['light-my-request']

const everything = readSources('packages')
const code = everything.filter(({ path }) => !isTest(path))
const migrations = findFiles(`${server}/database/migrations`, '.sql').map((path) => ({ path, text: readText(path) }))

describe('imports', () => {
  test('arrows fall, and doors don’t know each other', () => {
    expect(findForbiddenImports(code, plan)).toEqual([])
  })

  test.each(Object.entries(layersOf))('inside %s a folder imports from lower layers only', (part, layers) => {
    expect(findClimbs(code, part, layers)).toEqual([])
  })

  test('there is no circle, not even of types', () => {
    expect(findCircles(code)).toEqual([])
  })

  test('there are no barrels', () => {
    expect(findBarrels(everything)).toEqual([])
  })

  test('no module looks for files beside itself: joined, it lies in another folder', () => {
    const beside = code.filter(
      ({ path, text }) => path.startsWith(server) && /new URL\('\.\/[^']*', import\.meta/.test(text),
    )
    expect(beside.map(({ path }) => path)).toEqual([])
  })
})

/** Folders that these two laws do not cover yet. */
const isLater = (line: string) =>
  !/^packages\/server\/src\/(http|domain\/(lists|items|sharing|merges|catalog|stores|settings|secrets|portability|reports))\//.test(
    line,
  )

describe('what nobody needs', () => {
  const programs = [...readSources('bench', /^bench\//), ...readSources('test', /^test\//)]

  test('an export is imported by another program, not by tests alone', () => {
    const mine = code.filter(({ path }) => path.startsWith(server))
    expect(findUnusedExports(mine, [...everything, ...programs], calledByBin).filter((line) => !isLater(line))).toEqual(
      [],
    )
  })

  test('a dependency of the server is imported', () => {
    const { dependencies } = JSON.parse(readText('packages/server/package.json'))
    expect(findUnusedDependencies(Object.keys(dependencies), code)).toEqual(onlyPinned)
  })
})

describe('words', () => {
  test('a type’s name is declared once in the server', () => {
    const mine = code.filter(({ path }) => path.startsWith(server))
    expect(findRepeatedTypes(mine).filter((line) => !isLater(line))).toEqual([])
  })

  test('the wire’s words stand in the dictionary and nowhere else', () => {
    const elsewhere = code.filter(({ path }) => path !== dictionary && !speaksWire(path) && !isForeign(path))
    expect(findWireWords(elsewhere, wireWordsOf(names, plainWords))).toEqual([])
  })
})

describe('statements', () => {
  const tables = storeTables(migrations, wholeHouse)

  test('every statement names its store, once for each table it speaks of', () => {
    expect(findStorelessStatements(code, tables)).toEqual([])
  })

  test('every table belongs to a store, and every key starts with it', () => {
    expect(findKeysWithoutStore(migrations, wholeHouse)).toEqual([])
  })

  test('a subscription’s status is written by the table of states alone', () => {
    expect(findLiteralStatuses(code)).toEqual([])
  })

  test('messages to shoppers are made in one place, which asks whether they may be written to', () => {
    const makers = code.filter(({ text }) => /insert into messages\b/.test(text))
    const others = makers.filter(
      ({ path, text }) => path !== `${domain}/messages/messages.ts` && !/\$\{newId\(\)\}, 'owner'/.test(text),
    )
    expect(makers.map(({ path }) => path)).toContain(`${domain}/messages/messages.ts`)
    // What goes to the store's own team has the purpose 'owner'.
    expect(others.map(({ path }) => path)).toEqual([])
  })

  test('there are no triggers', () => {
    expect(findTriggers(migrations)).toEqual([])
  })
})

describe('the audit trail', () => {
  test('is only added to: one function takes personal data out, and retention takes old entries', () => {
    const changes = /\b(update|delete from|truncate)\s+(table\s+)?(audit_log|installation_log)\b/i
    const allowed = [`${domain}/audit/audit.ts`, `${domain}/privacy/retention.ts`]
    const found = code.filter(({ path, text }) => changes.test(text) && !allowed.includes(path))
    expect(found.map(({ path }) => path)).toEqual([])
  })
})

describe('migrations', () => {
  // Those of the first release were never run beside an older one.
  const later = migrations.filter(({ path }) => Number(/(\d{4})-/.exec(path)?.[1]) > 14)

  test('one that takes something away says which release can do without', () => {
    expect(findUnsaidBreaks(later)).toEqual([])
  })

  test('none keeps writers out of a table in use', () => {
    expect(findBlockingIndexes(later)).toEqual([])
  })
})

describe('files', () => {
  test('a folder has fifteen source files at most', () => {
    const programs = readSources('bench', /^bench\//).filter(({ path }) => !isTest(path) && !path.includes('/dist/'))
    const divided = [...code, ...programs].filter(({ path }) => !path.startsWith(client) && !path.startsWith(pages))
    expect(findCrowdedFolders(divided.map(({ path }) => path))).toEqual([])
  })

  test('names say what is inside', () => {
    expect(findBadNames(everything.map(({ path }) => path))).toEqual([])
  })

  test('a file is short enough to be read in one sitting', () => {
    // The dictionary is one file by law, and grows with the API.
    expect(findLongFiles(code.filter(({ path }) => path !== dictionary))).toEqual([])
  })

  test('a file opens with a sentence that says what it is for', () => {
    expect(findSilentFiles([...code, ...migrations])).toEqual([])
  })
})
