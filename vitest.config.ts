import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A module of the contract is imported by the name that its package exports; tests read the source, not the build. */
const { exports } = JSON.parse(readFileSync(here('packages/contract/package.json'), 'utf8'))
const contractModules = Object.entries<string>(exports)
  .filter(([name]) => !name.includes('*') && name !== './package.json')
  .map(([name, built]) => ({
    find: new RegExp(`^@heartbell/contract/${name.slice(2)}$`),
    replacement: here(`packages/contract/${built.replace('dist/', 'src/').replace(/js$/, 'ts')}`),
  }))

/** Vitest starts with the largest files; here the slowest of them, with processes and browsers, would come last and run alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) =>
      /\/test\/(browser\/)?[^/]+$|\/src\/(cli|database)\//.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  resolve: {
    alias: [
      ...contractModules,
      { find: /^@heartbell\/client$/, replacement: here('packages/client/src/entry.ts') },
      { find: /^@heartbell\/contract\/(.*)$/, replacement: here('packages/contract/src/$1.ts') },
    ],
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: [here('packages/server/src/database/testing/test-server.ts')],
    // Times for a busy machine, where the longest test takes five times as long; the usual second of a poll is too short there.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 3,
    // Each file anew would load the whole server two hundred times, which takes longer than the tests; none of them replaces a module.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
})
