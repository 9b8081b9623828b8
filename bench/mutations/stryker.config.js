/** Stryker's settings for one group, named by `MUTATE`; `npm run mutate` calls it (`main.ts`). */
import { fileURLToPath } from 'node:url'
import { groups } from '../dist/bench/mutations/groups.js'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const { files, tests } = groups.find(({ name }) => name === process.env.MUTATE)

export default {
  mutate: files,
  testFiles: tests,
  testRunner: 'vitest',
  // By path: they are installed in this folder, so that `npm ci` of the project does not install them.
  plugins: [here('node_modules/@stryker-mutator/vitest-runner/dist/src/index.js'), here('ignore-sql.js')],
  ignorers: ['words'],
  // Every test file of the project would be "related"; the group lists its tests.
  vitest: { configFile: 'bench/mutations/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Constants of a module are evaluated once, at its start: each would need a run of all tests of the group.
  ignoreStatic: true,
  // Each runner starts a PostgreSQL and a server.
  concurrency: 1,
  timeoutMS: 30_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 20,
  // The sandbox is a copy of the sources only, without build output.
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
  // A folder that Git and the project's tests ignore.
  tempDirName: 'dist/mutations',
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: `bench/results/mutations-${process.env.MUTATE}.json` },
  clearTextReporter: { logTests: false, allowColor: false, reportTests: false },
}
