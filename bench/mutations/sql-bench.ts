/** Keeps the tests loaded: they run repeatedly, each time with one changed file. */
import { resolve } from 'node:path'
import { createVitest, type TestCase, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'
import type { Outcomes } from './score.ts'
import { findStatements, type Mutant } from './sql-mutants.ts'

export type Bench = {
  /** Runs all tests once, unchanged; throws when one fails, because a later failure would mean nothing. */
  look(): Promise<void>
  tryMutant(mutant: Mutant): Promise<Tried>
  close(): Promise<void>
}

/** `by`: the test that failed. */
export type Tried = { outcome: keyof Outcomes; by?: string }

type Asked = { test: TestCase; millis: number }

/** A test that takes longer hangs because of the mutant, also on a busy machine. */
const testTimeout = 60_000

export async function openBench(root: string, files: string[], tests: string[]): Promise<Bench> {
  let active: Mutant | 'noting' | undefined
  const places = new Map(files.map((path) => [resolve(root, path), path]))
  const breaking = {
    name: 'break-statements',
    enforce: 'pre' as const,
    transform(text: string, id: string) {
      const path = places.get(id)
      if (path === undefined || active === undefined) return undefined
      if (active === 'noting') return noting(path, text)
      return active.path === path ? broken(text, active) : undefined
    },
  }
  const vitest = await createVitest(
    'test',
    {
      ...{
        root,
        watch: false,
        reporters: [{}],
        maxWorkers: 1,
        pool: 'threads',
        bail: 1,
        testTimeout,
        hookTimeout: testTimeout,
      },
      setupFiles: [resolve(root, 'bench/mutations/note-statements.ts')],
      // In the given order: the cheap ones first.
      sequence: { sequencer: AsGiven },
    },
    { plugins: [breaking] },
  )
  const [project] = vitest.projects
  const asked = new Map<string, Asked[]>()
  const fresh = () => {
    for (const path of places.keys()) vitest.invalidateFile(path)
  }
  return {
    async look() {
      active = 'noting'
      fresh()
      const modules = await run(
        vitest,
        tests.map((path) => project!.createSpecification(resolve(root, path))),
      )
      const failed = firstFailure(modules)
      if (failed) throw new Error(`Before anything is broken, a test fails: ${failed}`)
      for (const test of modules.flatMap((module) => [...module.children.allTests('passed')]))
        for (const name of (test.meta() as { statements?: string[] }).statements ?? []) {
          const millis = test.diagnostic()?.duration ?? 0
          asked.set(name, [...(asked.get(name) ?? []), { test, millis }])
        }
    },
    async tryMutant(mutant) {
      const those = asked.get(nameOf(mutant.path, mutant.statement))
      if (!those) return { outcome: 'unreached' }
      active = mutant
      fresh()
      const modules = await run(vitest, specificationsOf(those))
      const by = firstFailure(modules)
      if (!by) return { outcome: 'survived' }
      return { outcome: by.endsWith(hung) ? 'timeout' : 'killed', by }
    },
    close: () => vitest.close(),
  }
}

class AsGiven {
  sort = async (files: TestSpecification[]) => files
  shard = async (files: TestSpecification[]) => files
}

const nameOf = (path: string, statement: number) => `${path} ${statement}`

const broken = (text: string, { from, to, replacement }: Mutant) => text.slice(0, from) + replacement + text.slice(to)

/** Each statement records its name before it is built. */
function noting(path: string, text: string): string {
  return findStatements(text).reduceRight((done, { tag }, place) => {
    const note = `(globalThis.noteStatement?.(${JSON.stringify(nameOf(path, place))}), sql)`
    return done.slice(0, tag) + note + done.slice(tag + 'sql'.length)
  }, text)
}

async function run(vitest: Vitest, specifications: TestSpecification[]): Promise<readonly TestModule[]> {
  // Results of an earlier run do not count.
  vitest.state.filesMap.clear()
  const { testModules } = await vitest.runTestSpecifications(specifications)
  const asked = new Set(specifications.map(({ moduleId }) => moduleId))
  return testModules.filter(({ moduleId }) => asked.has(moduleId))
}

/** Sorts the files by test time, fastest first; a failure ends the run. */
function specificationsOf(asked: Asked[]): TestSpecification[] {
  const byFile = new Map<string, Asked[]>()
  for (const one of asked) byFile.set(one.test.module.moduleId, [...(byFile.get(one.test.module.moduleId) ?? []), one])
  const cost = (tests: Asked[]) => tests.reduce((sum, { millis }) => sum + millis, 0)
  return [...byFile.values()]
    .sort((one, other) => cost(one) - cost(other))
    .map((tests) => {
      const [{ test }] = tests as [Asked]
      return test.project.createSpecification(test.module.moduleId, { testIds: tests.map(({ test }) => test.id) })
    })
}

const hung = ' (hung)'

function firstFailure(modules: readonly TestModule[]): string | null {
  for (const module of modules) {
    for (const test of module.children.allTests('failed')) {
      const isHung = test.result().errors?.some(({ message }) => message.includes('timed out in')) ?? false
      return `${module.relativeModuleId}: ${test.fullName}${isHung ? hung : ''}`
    }
    if (module.state() === 'failed') return module.relativeModuleId
  }
  return null
}
