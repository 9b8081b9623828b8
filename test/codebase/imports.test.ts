/** Shows that the rules about imports find violations. */
import { describe, expect, test } from 'vitest'
import { findBarrels, findCircles, findForbiddenImports, type Plan } from './imports.ts'
import { parseSource } from './sources.ts'

const plan: Plan = {
  'packages/server/src/cli': { knows: ['packages/server/src/http', 'packages/server/src/domain'] },
  'packages/server/src/http': { knows: ['packages/server/src/domain', 'packages/contract/src'] },
  'packages/server/src/hooks': { knows: ['packages/server/src/domain'] },
  'packages/server/src/domain': { knows: ['packages/contract/src'], packages: ['node:crypto'] },
  'packages/contract/src': { knows: [], packages: ['zod'] },
}

const judge = (path: string, text: string) => findForbiddenImports([parseSource(path, text)], plan)

describe('imports', () => {
  test('may go down, skip a layer and stay within one', () => {
    const text = `
      import { z } from './z.ts'
      import { lists } from '../domain/lists.ts'
      import type { Names } from '@heartbell/contract/names'`
    expect(judge('packages/server/src/http/routes/shopper/lists.ts', text)).toEqual([])
  })

  test('may not go up', () => {
    const found = judge('packages/server/src/domain/lists/lists.ts', `\nimport { app } from '../../http/app.ts'`)
    expect(found).toEqual([
      'packages/server/src/domain/lists/lists.ts:2 imports packages/server/src/http/app.ts: packages/server/src/domain may import packages/contract/src',
    ])
  })

  test('may not go up for a type either, with any import syntax', () => {
    expect(judge('packages/contract/src/a.ts', `import type { App } from '../../server/src/http/app.ts'`)).toHaveLength(
      1,
    )
    expect(judge('packages/server/src/domain/a.ts', `let a: import('../http/app.ts').App`)).toHaveLength(1)
    expect(judge('packages/server/src/domain/a.ts', `const a = await import('../http/app.ts')`)).toHaveLength(1)
    expect(judge('packages/server/src/domain/a.ts', `export { a } from '../http/app.ts'`)).toHaveLength(1)
  })

  test('may not connect two entry points', () => {
    expect(
      judge('packages/server/src/hooks/platforms/shopify.ts', `import { bind } from '../../http/plumbing/bind.ts'`),
    ).toHaveLength(1)
  })

  test('of packages are allowed only where the plan lists them', () => {
    expect(judge('packages/contract/src/a.ts', `import { readFile } from 'node:fs'`)).toHaveLength(1)
    expect(judge('packages/server/src/domain/a.ts', `import fastify from 'fastify'`)).toHaveLength(1)
    expect(judge('packages/contract/src/a.ts', `import { z } from 'zod'`)).toEqual([])
    expect(judge('packages/server/src/http/a.ts', `import fastify from 'fastify'`)).toEqual([])
  })

  test('start from a folder that is in the plan', () => {
    expect(judge('packages/server/src/attic/a.ts', '')).toHaveLength(1)
  })
})

test('a circle of three files is reported once, with its path', () => {
  const circle = [
    parseSource('src/a.ts', `import { b } from './b.ts'`),
    parseSource('src/b.ts', `import type { C } from './c.ts'`),
    parseSource('src/c.ts', `\n\nimport { a } from './a.ts'`),
    parseSource('src/d.ts', `import { a } from './a.ts'`),
  ]
  expect(findCircles(circle)).toEqual(['src/c.ts:3 closes a circle: src/a.ts → src/b.ts → src/c.ts → src/a.ts'])
})

test('two paths to one file are no circle', () => {
  const diamond = [
    parseSource('src/a.ts', `import './b.ts'; import './c.ts'`),
    parseSource('src/b.ts', `import './d.ts'`),
    parseSource('src/c.ts', `import './d.ts'`),
    parseSource('src/d.ts', ''),
  ]
  expect(findCircles(diamond)).toEqual([])
})

describe('a barrel', () => {
  const find = (text: string) => findBarrels([parseSource('src/lists.ts', text)])

  test('re-exports with export … from', () => {
    expect(find(`export * from './a.ts'`)).toHaveLength(1)
    expect(find(`export type { A } from './a.ts'`)).toHaveLength(1)
  })

  test('exports what it imported', () => {
    expect(find(`import { a } from './a.ts'\nexport { a }`)).toEqual([
      'src/lists.ts:2 re-exports another file: import it from there',
    ])
    expect(find(`import * as a from './a.ts'\nexport { a as b }`)).toHaveLength(1)
  })

  test('is not a file that exports its own', () => {
    expect(find(`import { b } from './b.ts'\nconst a = b\nexport { a }`)).toEqual([])
  })
})
