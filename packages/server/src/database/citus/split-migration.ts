/** Splits a migration for a distributed database in three steps: create tables, distribute them, add foreign keys. */
import type { Sql } from '../connect.ts'
import { distributeMissing } from './distribute.ts'

export type MigrationParts = { before: string[]; keys: string[] }

const target = String.raw`references [a-z_]+(?: ?\([^)]*\))?(?: on delete (?:cascade|restrict|no action|set null))?`
const tableKey = new RegExp(String.raw`,\s*((?:constraint [a-z_]+ )?foreign key \([^)]*\) ${target})`, 'g')
const columnKey = new RegExp(String.raw`([(,]\s*)([a-z_]+)( [^,]*?) (${target})`, 'g')

export async function runSplit(sql: Sql, text: string): Promise<void> {
  const { before, keys } = splitMigration(text)
  for (const statement of before) await sql.unsafe(statement)
  await distributeMissing(sql)
  for (const statement of keys) await sql.unsafe(statement)
}

/** Migrations contain no functions and no strings with semicolons. Comments may be anywhere. */
export function splitMigration(text: string): MigrationParts {
  const parts: MigrationParts = { before: [], keys: [] }
  const statements = text.replace(/--.*$/gm, '').split(';')
  for (const statement of statements.map((one) => one.trim()).filter(Boolean)) {
    if (/^alter table [^;]*\badd (constraint [a-z_]+ )?foreign key\b/s.test(statement)) parts.keys.push(statement)
    else if (/^create (unlogged )?table\b/.test(statement)) extractForeignKeys(statement, parts)
    else parts.before.push(statement)
  }
  return parts
}

function extractForeignKeys(statement: string, parts: MigrationParts): void {
  const table = /^create (?:unlogged )?table (?:if not exists )?([a-z_]+)/.exec(statement)![1]!
  const add = (key: string) => void parts.keys.push(`alter table ${table} add ${key.replace(/\s+/g, ' ')}`)
  const without = statement
    .replace(tableKey, (_, key: string) => {
      add(key)
      return ''
    })
    .replace(columnKey, (_, lead: string, column: string, kind: string, refers: string) => {
      add(`foreign key (${column}) ${refers}`)
      return `${lead}${column}${kind}`
    })
  parts.before.push(without)
}
