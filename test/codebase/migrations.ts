/** Rules about migrations: every key starts with its store, and a running service is neither broken nor blocked. */

export type Migration = { path: string; text: string }
type Statement = { path: string; line: number; text: string }

/** Replaces comments by spaces, so that they are ignored and line numbers stay. */
function statementsOf({ path, text }: Migration): Statement[] {
  const code = text.replace(/--.*$/gm, '')
  const found: Statement[] = []
  let line = 1
  for (const piece of code.split(';')) {
    const lead = /^\s*/.exec(piece)![0]
    const statement = piece.trim().toLowerCase()
    if (statement) found.push({ path, line: line + lines(lead), text: statement })
    line += lines(piece)
  }
  return found
}

const lines = (text: string) => text.split('\n').length - 1

/** Tables whose rows belong to a store, from the migrations. */
export function storeTables(migrations: Migration[], wholeHouse: readonly string[]): Set<string> {
  const made = migrations.flatMap(statementsOf).flatMap(({ text }) => tableName(text) ?? [])
  return new Set(made.filter((table) => !wholeHouse.includes(table)))
}

const tableName = (text: string) => /^create (?:unlogged )?table (?:if not exists )?([a-z_]+)/.exec(text)?.[1]

export function findKeysWithoutStore(migrations: Migration[], wholeHouse: readonly string[]): string[] {
  return migrations.flatMap(statementsOf).flatMap((statement) => {
    const { path, line, text } = statement
    const table = tableName(text) ?? /^alter table (?:only )?(?:if exists )?([a-z_]+)/.exec(text)?.[1]
    if (table && wholeHouse.includes(table)) return []
    const homeless =
      tableName(text) && !/\bstore_id bigint\b/.test(text) ? [`${path}:${line} ${table} has no store_id`] : []
    return [
      ...homeless,
      ...keysOf(statement)
        .filter(({ leads }) => leads !== 'store_id')
        .map(tell),
    ]
  })
}

type Key = { at: string; kind: string; leads: string }

const tell = ({ at, kind, leads }: Key) => `${at} has a ${kind} that starts with ${leads}, not store_id`

/** Keys written for the table (`unique (a, b)`), for one column (`a text unique`), and as a unique index. */
function keysOf({ path, line, text }: Statement): Key[] {
  const key = (kind: string) => (match: RegExpMatchArray) => ({
    at: `${path}:${line + lines(text.slice(0, match.index! + match[0].indexOf(match[1]!)))}`,
    kind,
    leads: match[1]!,
  })
  const ofIndex = [...text.matchAll(/^create unique index [^(]*\(\s*\(?\s*([a-z_]+)/g)].map(key('unique index'))
  const ofTable = [...text.matchAll(/\b(?:primary key|unique|foreign key)\s*\(\s*([a-z_]+)/g)].map(key('key'))
  const ofColumn = [
    ...text.matchAll(/[(,]\s*(?:add column )?([a-z_]+) [a-z][^,]*?\b(?:primary key|unique|references)\b(?!\s*\()/g),
  ]
    .filter((match) => !['primary', 'unique', 'foreign', 'constraint', 'check'].includes(match[1]!))
    .map(key('column key'))
  return text.startsWith('create unique index') ? ofIndex : [...ofTable, ...ofColumn]
}

/** Triggers are not allowed: every effect on a row is visible in a statement. */
export function findTriggers(migrations: Migration[]): string[] {
  return migrations
    .flatMap(statementsOf)
    .filter(({ text }) => /^create (or replace )?(constraint )?(event )?trigger\b/.test(text))
    .map(({ path, line }) => `${path}:${line} creates a trigger`)
}

/** Changes that break an older release. */
const breaks = [
  /^drop (table|view|schema)\b/,
  /\bdrop column\b/,
  /\brename (to|column|constraint)\b/,
  /\balter column [a-z_]+ (set data )?type\b/,
  /\bset not null\b/,
  /\badd column (?:if not exists )?[a-z_]+ (?!.*\bdefault\b)[^,]*\bnot null\b/,
  /^alter table .*\badd (constraint [a-z_]+ )?(check|unique|foreign key)\b(?!.*\bnot valid\b)/s,
  /^create unique index\b/,
]

/** A migration that removes something says which migration a release must know (`-- needs 0015: why`). */
export function findUnsaidBreaks(migrations: Migration[]): string[] {
  return migrations
    .filter(({ text }) => !/^-- needs \d{4}: \S/m.test(text))
    .flatMap((migration) => {
      const own = ownTables(migration)
      return statementsOf(migration).filter(
        ({ text }) => !own.has(tableOf(text)) && breaks.some((pattern) => pattern.test(text)),
      )
    })
    .map(({ path, line }) => `${path}:${line} removes something and does not say what it needs`)
}

/** An index of a table in use is built concurrently, alone in its file, and may be built again. */
export function findBlockingIndexes(migrations: Migration[]): string[] {
  return migrations.flatMap((migration) => {
    const statements = statementsOf(migration)
    const own = ownTables(migration)
    return statements.flatMap(({ path, line, text }) => {
      if (!/^create (unique )?index\b/.test(text) || own.has(tableOf(text))) return []
      if (!/index concurrently if not exists\b/.test(text)) return [`${path}:${line} blocks writes while it builds`]
      return statements.length > 1 ? [`${path}:${line} must be alone in its file`] : []
    })
  })
}

const ownTables = (migration: Migration) =>
  new Set(statementsOf(migration).flatMap(({ text }) => tableName(text) ?? []))

const tableOf = (text: string) =>
  /^(?:alter table (?:only )?(?:if exists )?|create (?:unique )?index [^(]*?\bon (?:only )?)([a-z_]+)/.exec(
    text,
  )?.[1] ?? ''
