/** How Stryker breaks the code of one group, named by `MUTATE`; `npm run mutate` calls it (`main.ts`). */
import { fileURLToPath } from 'node:url'
import { groups } from '../dist/bench/mutations/groups.js'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const { files, tests } = groups.find(({ name }) => name === process.env.MUTATE)

export default {
  mutate: files,
  testFiles: tests,
  testRunner: 'vitest',
  // By path: they stand in a folder of their own, so that `npm ci` of the house does not carry them.
  plugins: [here('node_modules/@stryker-mutator/vitest-runner/dist/src/index.js'), here('ignore-sql.js')],
  ignorers: ['words'],
  // Every test file of the house would be "related"; the group says which stand for it.
  vitest: { configFile: 'bench/mutations/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Constants of a module are read once, at its start: each would cost a run of all tests of the group.
  ignoreStatic: true,
  // Each is a PostgreSQL and a server; and the machine may do other things, too.
  concurrency: 1,
  timeoutMS: 30_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 20,
  // The sandbox is a copy of the sources alone; what is built is not needed.
  ignorePatterns: [
    '**',
    '!packages/**',
    '!vitest.config.ts',
    '!bench/mutations/*.ts',
    '!package.json',
    '!tsconfig*.json',
    'packages/*/dist',
    'packages/*/node_modules',
    'packages/dashboard',
  ],
  // Where neither Git nor the tests of the house look.
  tempDirName: 'dist/mutations',
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: `bench/results/mutations-${process.env.MUTATE}.json` },
  clearTextReporter: { logTests: false, allowColor: false, reportTests: false },
}
