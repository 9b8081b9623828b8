/** A database handle whose statements lock no rows: the races must detect the difference. */
import type { Database } from '../../../packages/server/src/database/connect.ts'

// biome-ignore lint/suspicious/noExplicitAny: the handle is a function with methods, wrapped whatever its types are.
type Loose = any

const rowLock = /\bfor (no key update|update|share|key share)( of \w+)?( skip locked| nowait)?/g

export const withoutLocks = (sql: Database): Database => unlocked(sql)

function unlocked(sql: Loose): Loose {
  return new Proxy(sql, {
    apply: (target, self, [first, ...values]) => Reflect.apply(target, self, [unlockText(first), ...values]),
    get: (target, name, self) => {
      const value = target[name]
      if (name === 'shared') return value === target ? self : unlocked(value)
      if (name === 'as') return (...args: Loose[]) => unlocked(value(...args))
      if (name !== 'begin' && name !== 'savepoint') return value
      return (...args: Loose[]) => value(...args.slice(0, -1), (inner: Loose) => args.at(-1)(unlocked(inner)))
    },
  })
}

/** A tagged template differs from a helper's argument by its `raw` property. */
function unlockText(first: Loose): Loose {
  if (!Array.isArray(first) || !('raw' in first)) return first
  const texts = first.map((text) => text.replace(rowLock, ''))
  return Object.assign(texts, { raw: texts })
}
