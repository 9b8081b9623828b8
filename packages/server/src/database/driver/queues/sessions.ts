/** Connections for one holder at a time: transactions, and sessions that keep settings or locks. */
import type { Connection } from '../wire/connection.ts'
import { FairQueue } from './fair-queue.ts'
import { busy } from './lanes.ts'
import type { Share } from './shares.ts'

type Waiting = { share: Share | null; resolve: (connection: Connection) => void; reject: (error: Error) => void }

export class Sessions {
  readonly #most: number
  readonly #open: () => Promise<Connection>
  readonly #idle: Connection[] = []
  readonly #queue = new FairQueue<Waiting>(({ reject }) => reject(busy()))
  #held = 0
  onIdle: (() => void) | null = null

  constructor(most: number, open: () => Promise<Connection>) {
    this.#most = most
    this.#open = open
  }

  take(share: Share | null): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const waiting = { share, resolve, reject }
      if (this.#hasRoom(share)) this.#give(waiting)
      else this.#queue.push(waiting)
    })
  }

  get isIdle(): boolean {
    return this.#held === 0 && this.#queue.size === 0
  }

  get figures() {
    return { sessions: this.#most, held: this.#held, waiting: this.#queue.size }
  }

  #hasRoom(share: Share | null): boolean {
    return this.#held < this.#most && (!share || share.admitsSession())
  }

  #give({ share, resolve, reject }: Waiting): void {
    this.#held++
    share?.openSession()
    let one = this.#idle.pop()
    while (one?.lost) one = this.#idle.pop()
    if (one) resolve(one)
    else
      this.#open().then(resolve, (error) => {
        reject(error)
        this.#leave(share)
      })
  }

  release(connection: Connection, share: Share | null): void {
    if (!connection.lost) this.#idle.push(connection)
    this.#leave(share)
  }

  #leave(share: Share | null): void {
    this.#held--
    share?.closeSession()
    for (;;) {
      const next = this.#queue.size > 0 ? this.#queue.take(({ share }) => this.#hasRoom(share)) : null
      if (!next) break
      this.#give(next)
    }
    if (this.isIdle) this.onIdle?.()
  }

  end(error: Error): void {
    for (const { reject } of this.#queue.drain()) reject(error)
  }
}
