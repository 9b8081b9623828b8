/** For tests: one database per test file, opened before its tests and dropped after them. */
import { afterAll, beforeAll } from 'vitest'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

/** Usable inside tests and hooks. Call it once, at the top of the file, before other hooks that need the database. */
export const useTestDatabase = (options: { connections?: number } = {}): TestDatabase =>
  useForFile(() => openTestDatabase(options))

/** The object that `open` returns, for the duration of a test file. */
export function useForFile<Opened extends { close(): Promise<unknown> }>(open: () => Promise<Opened>): Opened {
  let opened: Opened | undefined
  beforeAll(async () => {
    opened = await open()
  })
  // Vitest runs these hooks in reverse order, so the file's own clean-up comes first.
  afterAll(() => opened?.close())
  return new Proxy({} as Opened, {
    get: (_, name) => {
      if (!opened) throw new Error('It is opened in beforeAll: use it inside tests and hooks only.')
      return Reflect.get(opened, name)
    },
  })
}
