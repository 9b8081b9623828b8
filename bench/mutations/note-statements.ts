/** Loaded before each test file: records which statements a test runs, so that only those tests run for a mutant. */
import { afterEach, beforeEach } from 'vitest'

type Noting = { noteStatement?: (name: string) => void }

/** Statements before the first test count for all tests of the file. */
const shared = new Set<string>()
let ofTest: Set<string> | undefined

;(globalThis as Noting).noteStatement = (name) => (ofTest ?? shared).add(name)

beforeEach(() => {
  ofTest = new Set()
})

afterEach(({ task }) => {
  Object.assign(task.meta, { statements: [...shared, ...ofTest!] })
  ofTest = undefined
})
