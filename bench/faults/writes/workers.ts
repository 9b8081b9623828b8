/** Workers that are killed without warning and replaced, several at a time. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { seededRandom } from '../../../packages/server/src/database/testing/test-database.ts'
import { type Running, startProcess } from '../../setup/process.ts'
import type { WorkerTask } from '../parts/alert-worker.ts'

export type Workers = { kill(): Promise<void>; readonly killed: number; end(): Promise<void> }

export async function startWorkers(count: number, task: WorkerTask, seed: number): Promise<Workers> {
  const random = seededRandom(seed)
  const program = await compileOnce()
  const start = () => startProcess([program, JSON.stringify(task)])
  const workers: Running[] = await Promise.all(Array.from({ length: count }, start))
  let killed = 0
  return {
    async kill() {
      const place = Math.floor(random() * workers.length)
      await workers[place]!.end('SIGKILL')
      killed++
      workers[place] = await start()
    },
    get killed() {
      return killed
    },
    end: async () => void (await Promise.all(workers.map((worker) => worker.end('SIGKILL')))),
  }
}

let compiled: Promise<string> | undefined

function compileOnce(): Promise<string> {
  compiled ??= compileWorker()
  return compiled
}

/** Compiled from its source for compiled fault runs and uncompiled tests alike, in a folder where it finds its packages. */
async function compileWorker(): Promise<string> {
  const here = dirname(fileURLToPath(import.meta.url)).replace(join('bench', 'dist', 'bench'), 'bench')
  const outfile = join(here, '..', '..', '..', 'node_modules', '.cache', 'heartbell', `alert-worker-${process.pid}.mjs`)
  const entryPoints = [join(here, '..', 'parts', 'alert-worker.ts')]
  await build({
    entryPoints,
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  })
  return outfile
}
