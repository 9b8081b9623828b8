/** The rules of the code base, checked against its sources. Each failure names file and line. */
import { describe, expect, test } from 'vitest'
import * as names from '../packages/contract/src/wire/names.ts'
import { findBarrels, findCircles, findForbiddenImports, type Plan } from './codebase/imports.ts'
import { findClimbs, findCrowdedFolders, type Layers } from './codebase/layers.ts'
import {
  findBlockingIndexes,
  findKeysWithoutStore,
  findTriggers,
  findUnsaidBreaks,
  storeTables,
} from './codebase/migrations.ts'
import { findBadNames, findLongFiles, findSilentFiles } from './codebase/shape.ts'
import { findFiles, isTest, readSources, readText } from './codebase/sources.ts'
import { findSqlElsewhere } from './codebase/sql-places.ts'
import { findUnreadFields } from './codebase/statement-fields.ts'
import { findStorelessStatements } from './codebase/statements.ts'
import { findLiteralStatuses } from './codebase/subscription-status.ts'
import { findRepeatedTypes } from './codebase/type-names.ts'
import { findUnusedDependencies, findUnusedExports } from './codebase/unused.ts'
import { findWireWords, wireWordsOf } from './codebase/wire-words.ts'

const contract = 'packages/contract/src'
const server = 'packages/server/src'
const dictionary = `${contract}/wire/names.ts`
const client = 'packages/client/src'
const pages = 'packages/dashboard/src'
const [database, domain, channels] = [`${server}/database`, `${server}/domain`, `${server}/channels`]
const [letters, net] = [`${server}/letters`, `${server}/net`]
const [feeds, transfer] = [`${server}/feeds`, `${server}/transfer`]
const context = [domain, database, contract]

/** Who may import whom, from top to bottom. Only the command line imports entry points. */
const plan: Plan = {
  [`${server}/cli`]: {
    knows: [
      ...['http', 'dashboard', 'alerts', 'hooks', 'pages'].map((entryPoint) => `${server}/${entryPoint}`),
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
  // Rendering messages: templates, languages, links.
  [letters]: { knows: context },
  // Exporting and importing stores, and data from other apps.
  [transfer]: { knows: [feeds, ...context] },
  // Reading catalog files.
  [feeds]: { knows: context },
  [channels]: { knows: [net, contract] },
  // Guarded outgoing requests.
  [net]: { knows: [] },
  // Rules depend on few packages, and never on the web framework.
  [domain]: { knows: [database, contract], packages: ['node:crypto', 'libphonenumber-js'] },
  [database]: { knows: [] },
  // No I/O, so that it runs anywhere.
  [contract]: { knows: [], packages: ['zod'] },
  // The storefront runs in other people's shops: it has no dependencies and does not import the server.
  [client]: {
    knows: ['compat', 'widgets', 'callbacks', 'cart', 'client'].map((floor) => `${client}/${floor}`),
    packages: [],
  },
  [`${client}/compat`]: {
    knows: ['widgets', 'callbacks', 'client'].map((floor) => `${client}/${floor}`),
    packages: [],
  },
  [`${client}/widgets`]: { knows: ['callbacks', 'cart', 'client'].map((floor) => `${client}/${floor}`), packages: [] },
  [`${client}/callbacks`]: { knows: [`${client}/client`], packages: [] },
  [`${client}/cart`]: { knows: [`${client}/client`], packages: [] },
  [`${client}/client`]: { knows: [], packages: [] },
  // The packages of the frameworks wrap the client's elements.
  'packages/react/src': { knows: [], packages: ['@heartbell/client', 'react'] },
  'packages/vue/src': { knows: [], packages: ['@heartbell/client', 'vue'] },
  'packages/svelte/src': { knows: [], packages: ['@heartbell/client', 'svelte'] },
  // The dashboard: screens use components and hooks, and every text has translations.
  [`${pages}/screens`]: {
    knows: [...['components', 'hooks', 'words'].map((folder) => `${pages}/${folder}`), pages, contract],
  },
  [`${pages}/components`]: { knows: [`${pages}/hooks`, `${pages}/words`, pages, contract] },
  [`${pages}/hooks`]: { knows: [`${pages}/components`, `${pages}/words`, pages, contract] },
  [`${pages}/words`]: { knows: [pages] },
  [pages]: {
    knows: [...['screens', 'components', 'hooks', 'words'].map((folder) => `${pages}/${folder}`), contract],
  },
}

/** Inside the parts of the server, from top to bottom: a folder imports from lower layers only. */
const layersOf: Record<string, Layers> = {
  [domain]: [
    ['integrations', 'inbound', 'restores', 'people'],
    ['merges', 'privacy', 'sharing', 'reports', 'follow-ups'],
    ['lists', 'arrangement', 'subscriptions', 'saved-alerts', 'deliveries', 'portability'],
    ['items'],
    ['rows', 'catalog', 'messages'],
    ['planning'],
    ['any-variant', 'lift', 'digests'],
    ['timeline'],
    ['webhooks', 'shoppers'],
    ['stores', 'audit'],
    ['staff', 'rules'],
    ['secrets', 'settings', 'schedule', 'releases', 'integrations/integration-types'],
  ],
  [`${server}/cli`]: [
    ['.'],
    ['commands'],
    ['doctor/theme'],
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
  [`${server}/pages`]: [['demo'], ['shared'], ['.'], ['client-builds']],
  [`${server}/letters`]: [['.'], ['rendering'], ['languages']],
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
  'client_files',
]

/** Wire names that also have another meaning (a Unix user, a column), so they are not reported. */
const plainWords = [
  'id',
  'uid',
  'uri',
  'ts',
  'date',
  'updated_at',
  'created_at',
  'accepts_marketing',
  'confirm',
  'hb',
  'any',
]

/** The storefront's own dictionary, and its two interfaces for older scripts, which use wire names. */
const usesWireNames = (path: string) =>
  path === `${client}/client/names.ts` || /^packages\/client\/src\/(callbacks|compat)\//.test(path)

/** Messages and widgets are in eleven languages, where `du`, `di`, `et` and `em` are ordinary words. */
const isTranslation = (path: string) =>
  path.startsWith(`${letters}/languages/`) ||
  path.startsWith(`${pages}/words/`) ||
  path.startsWith(`${client}/widgets/words/`) ||
  // The setting `german-address`: Sie or du.
  path === `${domain}/settings/letter-settings.ts` ||
  path === `${pages}/screens/settings/general/setting-fields.ts`

/** Exports that stay: `bin/heartbell.js`, which is not TypeScript, calls two; a test checks the table of states for every event. */
const mayStay = [
  `${server}/cli/main.ts main`,
  `${server}/cli/settings/memory.ts limitMemory`,
  `${domain}/rules/subscription-states.ts subscriptionEvents`,
]

/** Pinned although only fastify imports it: its newest 6.x needs a package that refuses Node.js 20 (docs/releasing.md). */
const onlyPinned = ['light-my-request']

const everything = readSources('packages')
const code = everything.filter(({ path }) => !isTest(path))
const migrations = findFiles(`${server}/database/migrations`, '.sql').map((path) => ({ path, text: readText(path) }))

describe('imports', () => {
  test('imports go downwards, and entry points do not import each other', () => {
    expect(findForbiddenImports(code, plan)).toEqual([])
  })

  test.each(Object.entries(layersOf))('inside %s a folder imports from lower layers only', (part, layers) => {
    expect(findClimbs(code, part, layers)).toEqual([])
  })

  test('there is no circular import, not even of types', () => {
    expect(findCircles(code)).toEqual([])
  })

  test('there are no barrels, except the entry of a package for browsers', () => {
    const inside = everything.filter(({ path }) => !/^packages\/(client|react|vue)\/src\/entry\.ts$/.test(path))
    expect(findBarrels(inside)).toEqual([])
  })

  test('no module reads files beside itself: bundled, it is in another folder', () => {
    const beside = code.filter(
      ({ path, text }) => path.startsWith(server) && /new URL\('\.\/[^']*', import\.meta/.test(text),
    )
    expect(beside.map(({ path }) => path)).toEqual([])
  })
})

describe('unused code', () => {
  const programs = [...readSources('bench', /^bench\//), ...readSources('test', /^test\//)]

  test('an export is imported by other code, not only by tests', () => {
    const mine = code.filter(({ path }) => path.startsWith(server))
    expect(findUnusedExports(mine, [...everything, ...programs], mayStay)).toEqual([])
  })

  test('a dependency of the server is imported', () => {
    const { dependencies } = JSON.parse(readText('packages/server/package.json'))
    expect(findUnusedDependencies(Object.keys(dependencies), code)).toEqual(onlyPinned)
  })
})

describe('names', () => {
  test('a type’s name is declared once in the server', () => {
    const mine = code.filter(({ path }) => path.startsWith(server))
    expect(findRepeatedTypes(mine)).toEqual([])
  })

  test('wire names appear only in the dictionary', () => {
    const elsewhere = code.filter(({ path }) => path !== dictionary && !usesWireNames(path) && !isTranslation(path))
    expect(findWireWords(elsewhere, wireWordsOf(names, plainWords))).toEqual([])
  })
})

describe('statements', () => {
  const tables = storeTables(migrations, wholeHouse)

  test('SQL is written in domain and database only', () => {
    const mine = code.filter(({ path }) => path.startsWith(server))
    const isAllowed = (path: string) => [domain, database].some((folder) => path.startsWith(`${folder}/`))
    expect(findSqlElsewhere(mine, isAllowed)).toEqual([])
  })

  test('every statement names its store, once for each table', () => {
    expect(findStorelessStatements(code, tables)).toEqual([])
  })

  test('every field that a statement promises is a column or an alias of it', () => {
    expect(findUnreadFields(code.filter(({ path }) => path.startsWith(server)))).toEqual([])
  })

  test('every table belongs to a store, and every key starts with it', () => {
    expect(findKeysWithoutStore(migrations, wholeHouse)).toEqual([])
  })

  test('only the table of states writes a subscription’s status', () => {
    expect(findLiteralStatuses(code)).toEqual([])
  })

  test('messages to shoppers are created in one place, which checks suppressions', () => {
    const makers = code.filter(({ text }) => /insert into messages\b/.test(text))
    const others = makers.filter(
      ({ path, text }) => path !== `${domain}/messages/messages.ts` && !/\$\{newId\(\)\}, 'owner'/.test(text),
    )
    expect(makers.map(({ path }) => path)).toContain(`${domain}/messages/messages.ts`)
    // Messages to the store's own team have the purpose 'owner'.
    expect(others.map(({ path }) => path)).toEqual([])
  })

  test('there are no triggers', () => {
    expect(findTriggers(migrations)).toEqual([])
  })
})

describe('the audit log', () => {
  test('is only added to: one function removes personal data, and retention removes old entries', () => {
    const changes = /\b(update|delete from|truncate)\s+(table\s+)?(audit_log|installation_log)\b/i
    const allowed = [`${domain}/audit/audit.ts`, `${domain}/privacy/retention.ts`]
    const found = code.filter(({ path, text }) => changes.test(text) && !allowed.includes(path))
    expect(found.map(({ path }) => path)).toEqual([])
  })
})

describe('migrations', () => {
  // Those of the first release were never run beside an older one.
  const later = migrations.filter(({ path }) => Number(/(\d{4})-/.exec(path)?.[1]) > 14)

  test('one that removes something says which migration a release must know', () => {
    expect(findUnsaidBreaks(later)).toEqual([])
  })

  test('none blocks writes to a table in use', () => {
    expect(findBlockingIndexes(later)).toEqual([])
  })
})

describe('files', () => {
  test('the benchmarks load compiled modules that have a source', () => {
    const loaded = readSources('bench', /^bench\//).flatMap(({ path, text }) =>
      [...text.matchAll(/\bbuilt\('([^']+)\.js'\)/g)].map(([, module]) => ({ path, source: `${server}/${module}.ts` })),
    )
    expect(loaded.length).toBeGreaterThan(5)
    expect(loaded.filter(({ source }) => !code.some(({ path }) => path === source))).toEqual([])
  })

  test('a folder has fifteen source files at most', () => {
    const programs = readSources('bench', /^bench\//).filter(({ path }) => !isTest(path) && !path.includes('/dist/'))
    expect(findCrowdedFolders([...code, ...programs].map(({ path }) => path))).toEqual([])
  })

  test('names are specific and in kebab-case', () => {
    expect(findBadNames(everything.map(({ path }) => path))).toEqual([])
  })

  test('a file is not too long', () => {
    // The dictionary must be one file, and grows with the API.
    expect(findLongFiles(code.filter(({ path }) => path !== dictionary))).toEqual([])
  })

  test('a file begins with a sentence about its purpose', () => {
    expect(findSilentFiles([...code, ...migrations])).toEqual([])
  })
})
