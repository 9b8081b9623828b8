/** `npm run test:changed`: runs the tests that are nearest to what changed, in seconds. `npm test` runs all. */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { findChanges } from './changed-files.ts'
import { chooseTests } from './choose-tests.ts'
import { findTests, readGraph } from './import-graph.ts'
import { rebuild } from './rebuild.ts'

const usage = 'npm run test:changed -- [BASE] [--all] [--list]'

/** A file at the bottom of everything has two hundred dependents. */
const MOST = 25

export async function main(root: string, args: string[]): Promise<number> {
  const options = readOptions(args)
  if (!options) {
    console.log(usage)
    return 2
  }
  const { since, files } = findChanges(root, options.base)
  const tests = findTests(root)
  const chosen = chooseTests(await readGraph(root, tests), tests, files)
  const run = options.all ? chosen : chosen.slice(0, MOST)
  console.log(`${files.length} files changed since ${since}: ${run.length} of ${tests.length} test files run.`)
  if (run.length < chosen.length)
    console.log(
      `${chosen.length - run.length} more depend on them from further away: ${usage.replace('[BASE] [--all] [--list]', '--all')}`,
    )
  if (options.list) for (const { path, distance } of run) console.log(`${String(distance).padStart(3)}  ${path}`)
  if (options.list || run.length === 0) return 0
  await rebuild(root, files)
  const { status } = spawnSync('npx', ['vitest', 'run', ...run.map(({ path }) => path)], {
    cwd: root,
    stdio: 'inherit',
  })
  return status ?? 1
}

type Options = { base: string | undefined; all: boolean; list: boolean }

function readOptions(args: string[]): Options | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { all: { type: 'boolean', default: false }, list: { type: 'boolean', default: false } },
    })
    return positionals.length > 1 ? null : { base: positionals[0], ...values }
  } catch {
    return null
  }
}
