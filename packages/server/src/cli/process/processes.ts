/** Several HTTP processes on one port: started together, replaced when one dies or on request, stopped together. */
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import type { Config } from '../settings/settings.ts'
import { writeAddress } from './banner.ts'
import type { Server } from './server.ts'

export type Servers = Server & {
  /** Replaces each process with a new one, one after another. A call during a replacement starts another round after it. */
  replaceAll: () => Promise<void>
}

/**
 * The message to a process that was replaced. Not a signal, because a signal to the process group would reach all. The text must
 * not change: after an upgrade in place an old first process talks to new workers.
 */
const handover = 'relieved'

/** Milliseconds: longer than a replaced process ever needs. */
const STUCK = 75_000

/** The workers run the same command and get what the first process opened as settings. */
export async function forkServers(
  config: Config,
  databaseUrl: string,
  { logger, fail }: { logger: Logger; fail: (error: Error) => void },
): Promise<Servers> {
  // Each process reads the secret in the data folder itself, so that all of them notice a new one.
  const env = { DATABASE_URL: databaseUrl }
  const workers = new Set<Worker>()
  const replaced = new Set<Worker>()
  let stopping = false
  const forkOne = () =>
    new Promise<number>((resolve, reject) => {
      let listened = false
      const worker = cluster.fork(env)
      workers.add(worker)
      worker.once('listening', ({ port }) => {
        listened = true
        resolve(port)
      })
      worker.once('exit', (code) => {
        workers.delete(worker)
        const sentence = `An HTTP process ended with exit code ${code}.`
        reject(new Error(sentence))
        if (stopping || !listened || replaced.delete(worker)) return
        logger.error(`${sentence} Starting another one.`)
        // One that cannot even start will not succeed the next time.
        forkOne().catch(fail)
      })
    })
  const replace = async (worker: Worker) => {
    replaced.add(worker)
    await forkOne().catch((error) => {
      replaced.delete(worker)
      if (worker.isDead()) fail(error)
      throw error
    })
    if (!worker.isDead()) await stopReplaced(worker)
  }
  const replaceEach = async () => {
    logger.info('replacing the HTTP processes')
    for (const worker of [...workers]) if (!stopping && !worker.isDead()) await replace(worker)
    logger.info('the HTTP processes are replaced')
  }
  const stopAll = (signal: NodeJS.Signals) => {
    for (const worker of workers) worker.process.kill(signal)
  }
  const close: Server['close'] = async (hurry) => {
    stopping = true
    const gone = [...workers].map((worker) => once(worker, 'exit'))
    stopAll(hurry.aborted ? 'SIGKILL' : 'SIGTERM')
    hurry.addEventListener('abort', () => stopAll('SIGKILL'))
    await Promise.all(gone)
  }
  try {
    const ports = await Promise.all(Array.from({ length: config.processes }, forkOne))
    const url = config.publicUrl ?? writeAddress(config.host, ports[0]!)
    return { port: ports[0]!, url, close, replaceAll: oneAtATime(replaceEach) }
  } catch (error) {
    await close(AbortSignal.abort())
    throw error
  }
}

async function stopReplaced(worker: Worker): Promise<void> {
  const gone = once(worker, 'exit')
  const stuck = setTimeout(() => worker.process.kill('SIGKILL'), STUCK)
  // A process that is already exiting cannot receive it and does not need to.
  worker.send(handover, () => {})
  await gone
  clearTimeout(stuck)
}

function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.catch(() => undefined).then(work)
    return last
  }
}

/** In a worker: resolves when another process has replaced it. */
export function awaitHandover(): Promise<void> {
  return new Promise((resolve) => {
    process.on('message', (message) => {
      if (message === handover) resolve()
    })
  })
}

/** SIGUSR2 requests new processes. Without worker processes it must not terminate the server either. */
export function watchReplaceSignal(logger: Logger, find: () => Servers | null): void {
  process.on('SIGUSR2', () => {
    const servers = find()
    if (!servers)
      return void logger.warn(
        'There are no HTTP processes to replace. Set HEARTBELL_PROCESSES to 2 or more to use them.',
      )
    servers
      .replaceAll()
      .catch((error) => logger.error({ err: error }, 'A new HTTP process did not start; the old ones keep running.'))
  })
}
