/** `heartbell bench`: measures the speed on this machine. Runs the benchmark as a separate program, alone in its process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFolder } from '../../database/package-folder.ts'
import type { Command, CommandCall, Flag } from '../plumbing/command.ts'

/** The benchmark is outside of the packages: a clone contains it, the published package does not. */
const program = fileURLToPath(new URL('../../bench/dist/bench/speed/main.js', packageFolder))

/** When installed by npm, that path is inside the user's own project: a folder `bench` there is not ours to run. */
const isInstalled = fileURLToPath(import.meta.url)
  .split(sep)
  .includes('node_modules')

const flags: Record<string, Flag> = {
  quick: { type: 'boolean', what: 'shorter rounds and less data, about one minute in total' },
  only: { type: 'string', value: 'ROW', what: 'only this row; an unknown name lists all rows', multiple: true },
  json: { type: 'string', value: 'FILE', what: 'also write the rows as JSON' },
  html: { type: 'string', value: 'FILE', what: 'also write a page with plots' },
  peer: { type: 'string', value: 'NAME=URL', what: 'compare with medusa or vendure on this machine', multiple: true },
  'medusa-key': { type: 'string', value: 'KEY', what: 'its publishable key (or MEDUSA_PUBLISHABLE_KEY)' },
  rounds: { type: 'string', value: 'N', what: 'how many times both sides are measured (default 7, quick 3)' },
  seconds: { type: 'string', value: 'N', what: 'seconds of each measurement (default 5, quick 2)' },
  data: {
    type: 'string',
    value: 'FOLDER',
    what: 'a folder on the disk to measure (default: the folder for temporary files)',
  },
}

export const bench: Command = {
  name: 'bench',
  what: 'measure the speed on this machine, as a table and a page with plots',
  flags,
  audit: { notAnAct: 'measures on its own database' },
  examples: [
    'heartbell bench --quick --html bench.html',
    'heartbell bench --only add-item --only fetch-lists --json bench.json',
    'heartbell bench --data /var/lib --html bench.html',
    'heartbell bench --peer medusa=http://127.0.0.1:9000 --medusa-key pk_… --only peer-add-item',
  ],
  run: async (call) => {
    if (isInstalled || !(await isThere(program)))
      throw new Error(
        'The benchmark is not part of the npm package. Clone the repository, run npm ci there, then npx heartbell bench.',
      )
    return { text: '', data: null, code: await runProgram(writeArgs(call), call.flag('data')) }
  },
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

const writeArgs = (call: CommandCall): string[] =>
  Object.entries(flags).flatMap(([name, { type }]) => {
    if (name === 'data') return []
    if (type === 'boolean') return call.has(name) ? [`--${name}`] : []
    return call.flags(name).map((value) => `--${name}=${value}`)
  })

/** It writes to the same terminal. Signals that stop us reach it too, and it removes its database first. */
async function runProgram(args: string[], folder: string | undefined): Promise<number> {
  const env = folder === undefined ? process.env : { ...process.env, TMPDIR: folder }
  const child = spawn(process.execPath, [program, ...args], { stdio: 'inherit', env })
  const pass = () => void child.kill('SIGTERM')
  const wait = () => {}
  process.once('SIGTERM', pass).on('SIGINT', wait)
  const [code] = await once(child, 'close')
  process.off('SIGTERM', pass).off('SIGINT', wait)
  return code ?? 1
}
