/** The law of keys: every table belongs to a store, and every key of it starts with that store. */

export type Migration = { path: string; text: string }
type Statement = { path: string; line: number; text: string }

/** Comments are blanked, so that they neither speak nor move the lines. */
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

/** Tables whose rows belong to a store, as the migrations make them. */
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

/** What happens to a row stands in the statement that does it. */
export function findTriggers(migrations: Migration[]): string[] {
  return migrations
    .flatMap(statementsOf)
    .filter(({ text }) => /^create (or replace )?(constraint )?(event )?trigger\b/.test(text))
    .map(({ path, line }) => `${path}:${line} makes a trigger`)
}
