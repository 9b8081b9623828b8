/** Several HTTP processes on one port: started together, replaced when one dies or one after another when asked, stopped together. */
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import type { Config } from '../settings/config.ts'
import { writeAddress } from './banner.ts'
import type { Server } from './server.ts'

export type Servers = Server & {
  /** Puts a new process in the place of each, one after another; asked again meanwhile, it does so once more. */
  renew: () => Promise<void>
}

/** What a process is told whose place another has taken; no signal, because whoever signals a group signals all of it. */
const relief = 'relieved'

/** Longer than one that was relieved ever needs. */
const STUCK = 75_000

/** The workers run the same command; what the first process opened reaches them as settings. */
export async function forkServers(
  config: Config,
  databaseUrl: string,
  { logger, fail }: { logger: Logger; fail: (error: Error) => void },
): Promise<Servers> {
  // A secret of the data folder is read there by each process, so that all learn of a new one.
  const env = { DATABASE_URL: databaseUrl }
  const workers = new Set<Worker>()
  const relieved = new Set<Worker>()
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
        if (stopping || !listened || relieved.delete(worker)) return
        logger.error(`${sentence} Another takes its place.`)
        // One that can't even begin will not do better the next time.
        forkOne().catch(fail)
      })
    })
  const replace = async (worker: Worker) => {
    relieved.add(worker)
    await forkOne().catch((error) => {
      relieved.delete(worker)
      if (worker.isDead()) fail(error)
      throw error
    })
    if (!worker.isDead()) await relieve(worker)
  }
  const renewAll = async () => {
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
    return { port: ports[0]!, url, close, renew: takeTurns(renewAll) }
  } catch (error) {
    await close(AbortSignal.abort())
    throw error
  }
}

async function relieve(worker: Worker): Promise<void> {
  const gone = once(worker, 'exit')
  const stuck = setTimeout(() => worker.process.kill('SIGKILL'), STUCK)
  // One that is ending by itself can't be told any more, and needs not.
  worker.send(relief, () => {})
  await gone
  clearTimeout(stuck)
}

function takeTurns(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.catch(() => undefined).then(work)
    return last
  }
}

/** In one of the processes: resolves when another has taken its place. */
export function awaitRelief(): Promise<void> {
  return new Promise((resolve) => {
    process.on('message', (message) => {
      if (message === relief) resolve()
    })
  })
}

/** SIGUSR2 asks for new processes. Where there is nothing to replace, it must not end what runs either. */
export function watchRenewal(logger: Logger, find: () => Servers | null): void {
  process.on('SIGUSR2', () => {
    const servers = find()
    if (!servers) return void logger.warn('No HTTP processes to replace: HEARTBELL_PROCESSES=2 or more makes them.')
    servers
      .renew()
      .catch((error) => logger.error({ err: error }, 'A new HTTP process did not start; the old ones go on.'))
  })
}
