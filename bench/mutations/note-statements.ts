/** Loaded before each test file: writes down which statements a test runs, so that only those tests are asked about them. */
import { afterEach, beforeEach } from 'vitest'

type Noting = { noteStatement?: (name: string) => void }

/** What a file does before its first test counts for all of them. */
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
