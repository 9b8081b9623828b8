/** Opens the connections of a pool and tracks them. Waits between attempts while the database is down. */
import { setTimeout as pause } from 'node:timers/promises'
import { Connection, type ConnectionSettings, type HostCursor } from './connection.ts'
import { ConnectionError } from './errors.ts'

export class Dialer {
  readonly #opening: ConnectionSettings
  readonly #cursor: HostCursor = { next: 0 }
  readonly #all = new Set<Connection>()
  #failures = 0
  #notBefore = 0
  #isEnded = false

  constructor(opening: ConnectionSettings) {
    this.#opening = opening
  }

  /** After failures it waits before the next attempt, at most one second, so that a database that is back is noticed by then. */
  async open(session: Record<string, string> = {}): Promise<Connection> {
    const wait = this.#notBefore - performance.now()
    if (wait > 0) await pause(wait)
    if (this.#isEnded) throw ended()
    try {
      const opening = { ...this.#opening, session: { ...this.#opening.session, ...session } }
      const one = await Connection.open(opening, this.#cursor, (dialled) => this.#keep(dialled))
      this.#failures = 0
      this.#notBefore = 0
      return one
    } catch (error) {
      this.#failures++
      this.#notBefore = performance.now() + Math.min(50 * 2 ** this.#failures, 1000)
      throw error
    }
  }

  #keep(one: Connection): void {
    this.#all.add(one)
    one.whenLost(() => this.#all.delete(one))
    if (this.#isEnded) one.cut(ended())
  }

  get size(): number {
    return this.#all.size
  }

  /** For a database that stopped answering: fails everything that waits on any connection. */
  cut(error: Error): void {
    for (const one of this.#all) one.cut(error)
  }

  /** Idle connections close properly; those being opened are destroyed. */
  async end(isIdle: boolean): Promise<void> {
    this.#isEnded = true
    const all = [...this.#all]
    await Promise.all(
      all.map((one) =>
        isIdle && one.isOpen ? one.end() : one.cut(new ConnectionError('CONNECTION_DESTROYED', 'the pool was ended')),
      ),
    )
  }
}

export const ended = () => new ConnectionError('CONNECTION_ENDED', 'the pool has ended')
