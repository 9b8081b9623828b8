/** The open connections of an HTTP server, and how to close them without losing a request in flight. */
import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

const RECHECK_MILLIS = 25

export type Connections = {
  /** From now on every response has `connection: close`, so that clients reconnect. */
  announceClose(): void
  isLeaving(): boolean
  /** Accepts no new connections; existing ones stay, also idle ones. */
  stopAccepting(): void
  /** Closes idle connections now, and the others after their response. */
  closeIdle(): void
  cut(): void
  /** Resolves when no connection is accepted and none is left. */
  closed: Promise<void>
}

export function watchConnections(server: Server): Connections {
  const open = new Set<Socket>()
  let isLeaving = false
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  // Before the framework's own listener, so that it applies to every response, files and errors too.
  server.prependListener('request', (_request, answer) => {
    if (isLeaving) answer.shouldKeepAlive = false
  })
  const closed = new Promise<void>((resolve) => server.once('close', resolve))
  const closeIdleNow = () => {
    server.closeIdleConnections()
    // Browsers and load balancers open connections in advance, and Node counts those as busy.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
  return {
    announceClose: () => {
      isLeaving = true
    },
    isLeaving: () => isLeaving,
    // The HTTP server's own `close` also closes idle connections, on which a request may be arriving.
    stopAccepting: () => void NetServer.prototype.close.call(server),
    closeIdle: () => {
      // After everything that has arrived was read: a connection with an unread request is not idle.
      const close = () => void setImmediate(closeIdleNow)
      close()
      const again = setInterval(close, RECHECK_MILLIS)
      closed.then(() => clearInterval(again))
    },
    cut: () => server.closeAllConnections(),
    closed,
  }
}
