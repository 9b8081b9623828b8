/** The pulse of a pool: a database that no longer answers is let go, so that whoever waits for it is told and not left waiting. */
import { connect as dial, type Socket } from 'node:net'
import postgres from 'postgres'

/** What the driver gives to whoever opens its sockets. */
type Target = { host: string[]; port: number[]; path?: string | false }

export type Sockets = { open(target: unknown): Socket; cut(): void }

/** Every socket of a pool, in reach: a half-open connection never says so by itself. */
export function keepSockets(): Sockets {
  const open = new Set<Socket>()
  let next = 0
  return {
    open(given) {
      const { host, port, path } = given as Target
      const place = next
      const socket = path ? dial(path) : dial(port[place]!, host[place]!)
      // the driver names the server by these, and checks its certificate against them
      Object.assign(socket, { host: host[place], port: port[place] })
      open.add(socket)
      // Not an ordinary listener: where the driver goes over to TLS it removes all there are.
      const close = socket.destroy.bind(socket)
      socket.destroy = (error) => {
        open.delete(socket)
        // Of several hosts the one that answers is kept to; one that was lost, or is a standby, gives way to the next.
        if (next === place) next = (place + 1) % port.length
        return close(error)
      }
      return socket
    },
    cut: () => {
      for (const socket of open) socket.destroy(new Silence())
    },
  }
}

class Silence extends Error {
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('The database did not answer any more; its connections were given up.')
  }
}

/** Milliseconds between two questions, and how long an answer may take. */
export type Pulse = { every: number; patience: number }
export const usualPulse: Pulse = { every: 2_000, patience: 8_000 }

/**
 * Asks over a connection of its own, which no long statement stands before: one that takes its time is waited for, a database
 * that answers nobody is not. Ends what waits for it; the pool connects anew by itself.
 */
export function keepPulse(
  url: string,
  { open, cut }: Sockets,
  { every, patience }: Pulse,
  manners: postgres.Options<Record<string, never>> = {},
): () => Promise<void> {
  let isOver = false
  let last: Socket | undefined
  /** The driver forgets one that is just being opened when it is ended. */
  const openOne = (target: unknown) => {
    last = open(target)
    if (isOver) last.destroy()
    return last
  }
  const sql = postgres(url, {
    ...manners,
    max: 1,
    connect_timeout: Math.ceil(patience / 1000),
    fetch_types: false,
    connection: { application_name: 'heartbell pulse' },
    // the driver's own types have forgotten it
    ...{ socket: openOne },
  })
  let isAsking = false
  const ask = async () => {
    if (isAsking) return
    isAsking = true
    const clock = setTimeout(cut, patience)
    // A database that is away has no connections to give up.
    await sql`select 1`.catch(() => {})
    clearTimeout(clock)
    isAsking = false
  }
  const ticking = setInterval(ask, every).unref()
  return async () => {
    isOver = true
    clearInterval(ticking)
    await sql.end({ timeout: 0 })
    last?.destroy()
  }
}
