/** Several HTTP processes on one port: started together, replaced when one dies, stopped together. */
import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { writeAddress } from './banner.ts'
import type { Config } from './config.ts'
import type { Server } from './server.ts'

/** The workers run the same command; what the first process opened reaches them as settings. */
export async function forkServers(
  config: Config,
  databaseUrl: string,
  secret: string,
  { logger, fail }: { logger: Logger; fail: (error: Error) => void },
): Promise<Server> {
  const env = { DATABASE_URL: databaseUrl, HEARTBELL_SECRET: secret }
  const workers = new Set<Worker>()
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
        if (stopping || !listened) return
        logger.error(`${sentence} Another takes its place.`)
        // One that can't even begin will not do better the next time.
        forkOne().catch(fail)
      })
    })
  const stopAll = (signal: NodeJS.Signals) => {
    for (const worker of workers) worker.process.kill(signal)
  }
  const close: Server['close'] = async (hurry) => {
    stopping = true
    const gone = [...workers].map((worker) => new Promise((resolve) => worker.once('exit', resolve)))
    stopAll(hurry.aborted ? 'SIGKILL' : 'SIGTERM')
    hurry.addEventListener('abort', () => stopAll('SIGKILL'))
    await Promise.all(gone)
  }
  try {
    const ports = await Promise.all(Array.from({ length: config.processes }, forkOne))
    return { port: ports[0]!, url: config.publicUrl ?? writeAddress(config.host, ports[0]!), close }
  } catch (error) {
    await close(AbortSignal.abort())
    throw error
  }
}
