/** Two HTTP processes as operators run them, on one port or behind a balancer, and how each is replaced while it serves. */
import type { Running } from '../../setup/process.ts'
import { type Server, startServer } from '../../setup/server.ts'
import type { Shop } from '../../setup/shop.ts'
import { openBalancer } from './balancer.ts'

export type Fleet = {
  url: URL
  /** One after another; resolves when both are new. */
  replaceAll(): Promise<void>
  close(): Promise<void>
}

/** All of them use the database of another server, so that replacing one does not stop the database. */
const settingsFor = ({ server }: Shop, secret: string) => ({
  DATABASE_URL: server.databaseUrl,
  HEARTBELL_SECRET: secret,
})

const flags = ['--no-alerts']

/** `HEARTBELL_PROCESSES=2`: on SIGUSR2 the first process replaces the others. */
export async function openSharedPort(shop: Shop, secret: string, guard: string | undefined): Promise<Fleet> {
  const env = { ...settingsFor(shop, secret), HEARTBELL_PROCESSES: '2' }
  const server = await startServer(shop.server.data, { flags, env })
  const crew = watchCrew(server)
  const replaceAll = async () => {
    if (guard === 'kill-processes') {
      for (const pid of crew.listening())
        await Promise.all([crew.heard(/^Server listening/), process.kill(pid, 'SIGKILL')])
    } else {
      const done = crew.heard(/^the HTTP processes are replaced/)
      server.process.kill('SIGUSR2')
      await done
    }
  }
  return { url: server.url, replaceAll, close: () => server.end() }
}

/** The processes that last reported that they listen, and the next matching log line. */
function watchCrew({ process: first, log, onEntry }: Running) {
  const listening = () => log.flatMap(({ msg = '', pid }) => (/^Server listening/.test(msg) ? pid! : [])).slice(-2)
  const heard = (words: RegExp) =>
    new Promise<void>((resolve, reject) => {
      onEntry(({ msg = '' }) => words.test(msg) && resolve())
      first.once('exit', () => reject(new Error('The server ended.')))
    })
  return { listening, heard }
}

/** Longer than the balancer needs for two checks. */
const drainSeconds = 2

/** Two separate servers: each in turn is stopped with SIGTERM, restarted on its port, and waited for. */
export async function openBalanced(shop: Shop, secret: string, guard: string | undefined): Promise<Fleet> {
  const env = { ...settingsFor(shop, secret), HEARTBELL_DRAIN: guard === 'no-drain' ? '0' : String(drainSeconds) }
  const start = (port = 0) => startServer(shop.server.data, { flags, env, port })
  const servers: Server[] = [await start(), await start()]
  const ports = servers.map(({ url }) => Number(url.port))
  const balancer = await openBalancer(ports)
  const replaceAll = async () => {
    for (const [place, port] of ports.entries()) {
      await servers[place]!.end(guard === 'kill-processes' ? 'SIGKILL' : 'SIGTERM')
      servers[place] = await start(port)
      await balancer.reached(port, true)
    }
  }
  const close = async () => {
    balancer.close()
    await Promise.all(servers.map((server) => server.end()))
  }
  return { url: balancer.url, replaceAll, close }
}
