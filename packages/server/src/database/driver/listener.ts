/** Listening for notices: one connection for all channels, opened when somebody listens and again when it was lost. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from './wire/connection.ts'
import type { Dialer } from './wire/dialer.ts'
import { Identifier } from './wire/text.ts'

export type Listening = { unlisten(): Promise<void> }

type Ear = { channel: string; hear: (payload: string) => void; onListen: (() => void) | undefined; wasOn: boolean }

export class Listener {
  readonly #dialer: Dialer
  readonly #ears = new Set<Ear>()
  #connection: Promise<Connection> | null = null
  #isRetrying = false
  #isEnded = false

  constructor(dialer: Dialer) {
    this.#dialer = dialer
  }

  /** `onListen` is called whenever listening begins, again too: whatever was said meanwhile is to be looked for. */
  async listen(channel: string, hear: (payload: string) => void, onListen?: () => void): Promise<Listening> {
    const ear: Ear = { channel, hear, onListen, wasOn: false }
    this.#ears.add(ear)
    try {
      const connection = await this.#open()
      await connection.simple(`listen ${new Identifier(channel).text}`)
    } catch (error) {
      this.#ears.delete(ear)
      throw error
    }
    ear.wasOn = true
    onListen?.()
    return { unlisten: () => this.#unlisten(ear) }
  }

  #open(): Promise<Connection> {
    this.#connection ??= this.#dial().catch((error) => {
      this.#connection = null
      throw error
    })
    return this.#connection
  }

  async #dial(): Promise<Connection> {
    const connection = await this.#dialer.open()
    connection.onNotification((channel, payload) => {
      for (const ear of this.#ears) if (ear.channel === channel) ear.hear(payload)
    })
    connection.whenLost(() => {
      this.#connection = null
      void this.#again()
    })
    for (const { channel } of this.#ears) await connection.simple(`listen ${new Identifier(channel).text}`)
    for (const { wasOn, onListen } of this.#ears) if (wasOn) onListen?.()
    return connection
  }

  /** Until it listens again, or nobody wants to. */
  async #again(): Promise<void> {
    if (this.#isRetrying) return
    this.#isRetrying = true
    while (!this.#isEnded && this.#ears.size > 0) {
      const connection = await this.#open().catch(() => null)
      if (connection && !connection.lost) break
      await pause(50, undefined, { ref: false })
    }
    this.#isRetrying = false
  }

  async #unlisten(ear: Ear): Promise<void> {
    this.#ears.delete(ear)
    const isWanted = [...this.#ears].some(({ channel }) => channel === ear.channel)
    const connection = await this.#connection?.catch(() => null)
    if (!isWanted && connection && !connection.lost)
      await connection.simple(`unlisten ${new Identifier(ear.channel).text}`).catch(() => undefined)
  }

  end(): void {
    this.#isEnded = true
  }
}
