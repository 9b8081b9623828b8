/** Listens for notifications: one connection for all channels, opened for the first listener and reopened when it is lost. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from './wire/connection.ts'
import type { Dialer } from './wire/dialer.ts'
import { Identifier } from './wire/text.ts'

export type Listening = { unlisten(): Promise<void> }

type ChannelListener = {
  channel: string
  onMessage: (payload: string) => void
  onListen: (() => void) | undefined
  wasListening: boolean
}

export class Listener {
  readonly #dialer: Dialer
  readonly #listeners = new Set<ChannelListener>()
  #connection: Promise<Connection> | null = null
  #isRetrying = false
  #isEnded = false

  constructor(dialer: Dialer) {
    this.#dialer = dialer
  }

  /** `onListen` is called whenever listening starts, also after a reconnect: check then for what was missed. */
  async listen(channel: string, onMessage: (payload: string) => void, onListen?: () => void): Promise<Listening> {
    const listener: ChannelListener = { channel, onMessage, onListen, wasListening: false }
    this.#listeners.add(listener)
    try {
      const connection = await this.#open()
      await connection.simple(`listen ${new Identifier(channel).text}`)
    } catch (error) {
      this.#listeners.delete(listener)
      throw error
    }
    listener.wasListening = true
    onListen?.()
    return { unlisten: () => this.#unlisten(listener) }
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
      for (const listener of this.#listeners) if (listener.channel === channel) listener.onMessage(payload)
    })
    connection.whenLost(() => {
      this.#connection = null
      void this.#reconnect()
    })
    for (const { channel } of this.#listeners) await connection.simple(`listen ${new Identifier(channel).text}`)
    for (const { wasListening, onListen } of this.#listeners) if (wasListening) onListen?.()
    return connection
  }

  /** Tries until it listens again or no listener is left. */
  async #reconnect(): Promise<void> {
    if (this.#isRetrying) return
    this.#isRetrying = true
    while (!this.#isEnded && this.#listeners.size > 0) {
      const connection = await this.#open().catch(() => null)
      if (connection && !connection.lost) break
      await pause(50, undefined, { ref: false })
    }
    this.#isRetrying = false
  }

  async #unlisten(listener: ChannelListener): Promise<void> {
    this.#listeners.delete(listener)
    const isWanted = [...this.#listeners].some(({ channel }) => channel === listener.channel)
    const connection = await this.#connection?.catch(() => null)
    if (!isWanted && connection && !connection.lost)
      await connection.simple(`unlisten ${new Identifier(listener.channel).text}`).catch(() => undefined)
  }

  end(): void {
    this.#isEnded = true
  }
}
