/** An open transaction for functions that begin their own: they commit or roll back together with the work around them. */
import type { Database, Sql } from './connect.ts'

/** Runs `work` in one transaction. Transactions begun on its handle become savepoints. */
export function nestedTransaction<T>(sql: Database, work: (sql: Database) => Promise<T>): Promise<T> {
  return sql.begin((sql) => work(nesting(sql))) as Promise<T>
}

type Nestable = Sql & { savepoint?: (work: (sql: Sql) => Promise<unknown>) => Promise<unknown> }

function nesting(sql: Nestable): Database {
  const begin = (work: (sql: Database) => Promise<unknown>) => sql.savepoint!((sql) => work(nesting(sql)))
  const handle = new Proxy(sql, {
    // A transaction stays in the share it was begun in.
    get: (target, name) => (name === 'begin' ? begin : name === 'as' ? () => handle : Reflect.get(target, name)),
  }) as Database
  return handle
}
