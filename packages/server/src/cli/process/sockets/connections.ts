/** The open connections of an HTTP server, and the ways to part with them without losing a request that is on its way. */
import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

const OFTEN = 25

export type Connections = {
  /** From now on every answer says that it is the last on its connection, so that callers come back by a new one. */
  sayGoodbye(): void
  isLeaving(): boolean
  /** Lets nobody new in; whoever is connected stays, also while it asks for nothing. */
  stopAccepting(): void
  /** Closes those that wait for nothing, and the others when their answer is out. */
  closeIdle(): void
  cut(): void
  /** Nobody is let in and nobody is left. */
  closed: Promise<void>
}

export function watchConnections(server: Server): Connections {
  const open = new Set<Socket>()
  let isLeaving = false
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  // Before the framework's own listener: it holds for whatever answers, files and errors too.
  server.prependListener('request', (_request, answer) => {
    if (isLeaving) answer.shouldKeepAlive = false
  })
  const closed = new Promise<void>((resolve) => server.once('close', resolve))
  const closeIdleNow = () => {
    server.closeIdleConnections()
    // Browsers and balancers connect ahead of need, and Node counts such a connection as busy.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
  return {
    sayGoodbye: () => {
      isLeaving = true
    },
    isLeaving: () => isLeaving,
    // The HTTP server's own `close` also closes idle connections, on which a request may be under way.
    stopAccepting: () => void NetServer.prototype.close.call(server),
    closeIdle: () => {
      // Right after all that has arrived was read: a request that waits unread in the socket makes it no idle one.
      const close = () => void setImmediate(closeIdleNow)
      close()
      const again = setInterval(close, OFTEN)
      closed.then(() => clearInterval(again))
    },
    cut: () => server.closeAllConnections(),
    closed,
  }
}
