/** An open transaction given to context that begin their own: what they do and what is done around them stand or fall together. */
import type { Database, Sql } from './connect.ts'

/** Runs `work` in one transaction whose handle can begin further ones; those are savepoints of it. */
export function nestingTransaction<T>(sql: Database, work: (sql: Database) => Promise<T>): Promise<T> {
  return sql.begin((sql) => work(nesting(sql))) as Promise<T>
}

type Nestable = Sql & { savepoint?: (work: (sql: Sql) => Promise<unknown>) => Promise<unknown> }

function nesting(sql: Nestable): Database {
  const begin = (work: (sql: Database) => Promise<unknown>) => sql.savepoint!((sql) => work(nesting(sql)))
  const handle = new Proxy(sql, {
    // A transaction stays whose it is.
    get: (target, name) => (name === 'begin' ? begin : name === 'as' ? () => handle : Reflect.get(target, name)),
  }) as Database
  return handle
}
