/** Connections for one user at a time: transactions, and sessions with their own settings or locks. */
import type { Connection } from '../wire/connection.ts'
import { FairQueue } from './fair-queue.ts'
import { busy } from './lanes.ts'
import type { Share } from './shares.ts'

type SessionRequest = { share: Share | null; resolve: (connection: Connection) => void; reject: (error: Error) => void }

export class Sessions {
  readonly #most: number
  readonly #open: () => Promise<Connection>
  readonly #idle: Connection[] = []
  readonly #queue = new FairQueue<SessionRequest>(({ reject }) => reject(busy()))
  #inUse = 0
  onIdle: (() => void) | null = null

  constructor(most: number, open: () => Promise<Connection>) {
    this.#most = most
    this.#open = open
  }

  acquire(share: Share | null): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const waiting = { share, resolve, reject }
      if (this.#hasFree(share)) this.#assign(waiting)
      else this.#queue.push(waiting)
    })
  }

  get isIdle(): boolean {
    return this.#inUse === 0 && this.#queue.size === 0
  }

  get figures() {
    return { sessions: this.#most, held: this.#inUse, waiting: this.#queue.size }
  }

  #hasFree(share: Share | null): boolean {
    return this.#inUse < this.#most && (!share || share.allowsSession())
  }

  #assign({ share, resolve, reject }: SessionRequest): void {
    this.#inUse++
    share?.openSession()
    let one = this.#idle.pop()
    while (one?.lost) one = this.#idle.pop()
    if (one) resolve(one)
    else
      this.#open().then(resolve, (error) => {
        reject(error)
        this.#free(share)
      })
  }

  release(connection: Connection, share: Share | null): void {
    if (!connection.lost) this.#idle.push(connection)
    this.#free(share)
  }

  #free(share: Share | null): void {
    this.#inUse--
    share?.closeSession()
    for (;;) {
      const next = this.#queue.size > 0 ? this.#queue.takeNext(({ share }) => this.#hasFree(share)) : null
      if (!next) break
      this.#assign(next)
    }
    if (this.isIdle) this.onIdle?.()
  }

  end(error: Error): void {
    for (const { reject } of this.#queue.drain()) reject(error)
  }
}
