import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [{ find: /^@heartbell\/contract\/(.*)$/, replacement: here('packages/contract/src/$1.ts') }],
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: [here('packages/server/src/database/testing-server.ts')],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    // Each file anew would load the whole house two hundred times, which takes longer than the tests; none of them replaces a module.
    isolate: false,
  },
})
