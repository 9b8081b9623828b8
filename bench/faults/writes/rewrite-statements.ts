/** A database handle that replaces parts of its statements: this removes a guard inside a statement. */
import type { Database } from '../../../packages/server/src/database/connect.ts'

// biome-ignore lint/suspicious/noExplicitAny: the handle is a function with methods, wrapped whatever its types are.
type Loose = any

export function rewriting(sql: Database, rewrites: [string, string][]): Database {
  const rewrite = (text: string) => rewrites.reduce((done, [from, to]) => done.replace(from, to), text)
  return wrap(sql, rewrite)
}

function wrap(sql: Loose, rewrite: (text: string) => string): Loose {
  return new Proxy(sql, {
    apply: (target, self, [first, ...values]) => Reflect.apply(target, self, [rewriteText(first, rewrite), ...values]),
    get: (target, name, self) => {
      const value = target[name]
      if (name === 'shared') return value === target ? self : wrap(value, rewrite)
      if (name === 'as') return (...args: Loose[]) => wrap(value(...args), rewrite)
      if (name !== 'begin' && name !== 'savepoint') return value
      return (...args: Loose[]) => value(...args.slice(0, -1), (inner: Loose) => args.at(-1)(wrap(inner, rewrite)))
    },
  })
}

/** A tagged template differs from a helper's argument by its `raw` property. */
function rewriteText(first: Loose, rewrite: (text: string) => string): Loose {
  if (!Array.isArray(first) || !('raw' in first)) return first
  const texts = first.map(rewrite)
  return Object.assign(texts, { raw: texts })
}
