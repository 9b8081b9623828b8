/** One connection to PostgreSQL: opening it on the right host, sending statements over it, and knowing when it is lost. */
import pg from 'pg'
import { asLoss, ConnectionError, isLastWord, nameLoss } from './errors.ts'
import type { Rows } from './rows.ts'
import type { Settings, Wanted } from './settings.ts'
import { type Prepared, Question, type Sending, type Settle, SimpleText, Statement } from './statement.ts'

/** What of the driver's client is used beyond its types. */
type Internals = {
  processID: number
  connection: {
    stream: { destroy(error?: Error): void; cork(): void; uncork(): void }
    parsedStatements: Record<string, string>
    on(event: string, listener: (message: never) => void): void
  }
  query(exchange: unknown): void
}

export type Opening = Settings & {
  pipeline: boolean
  onNotice?: ((message: string) => void) | undefined
}

/** The driver knows only a few settings of a session by itself. */
class Client extends pg.Client {
  readonly session: Record<string, string>
  constructor(
    { user, password, database, ssl, direct, connectTimeout, keepAlive, session, pipeline }: Opening,
    place: Place,
  ) {
    super({
      ...place,
      user,
      database,
      ...(password && { password }),
      ssl: ssl && { ...ssl },
      ...(direct && { sslnegotiation: 'direct' }),
      connectionTimeoutMillis: connectTimeout * 1000,
      keepAlive: keepAlive > 0,
      keepAliveInitialDelayMillis: keepAlive * 1000,
      pipeline,
    })
    this.session = session
  }

  /** The driver asks for it when it starts a session. */
  getStartupConf(): Record<string, string> {
    const { user, database } = this as unknown as { user: string; database: string }
    return { user, database, ...this.session }
  }
}

type Place = { host: string; port: number }

/** Where the hosts of a cluster are remembered: the one that answered last is asked first. */
export type Cluster = { next: number }

export class Connection {
  readonly #client: Client & Internals
  readonly #prepared: Prepared = { shapes: new Map(), stale: new Set() }
  readonly #asking: Question[] = []
  readonly #server: Record<string, string> = {}
  readonly #listeners: (() => void)[] = []
  #isCorked = false
  #isConnected = false
  #isGone = false
  /** Why nothing more can be sent. */
  lost: Error | null = null

  private constructor(opening: Opening, place: Place) {
    this.#client = new Client(opening, place) as Client & Internals
    this.#client.on('error', (error) => this.#lose(nameLoss(error)))
    this.#client.on('end', () => this.#lose(new ConnectionError('CONNECTION_CLOSED', 'the connection was closed')))
    this.#client.on('notice', ({ message }) => opening.onNotice?.(message ?? ''))
    const { connection } = this.#client
    connection.on('parameterDescription', ({ dataTypeIDs }: { dataTypeIDs: number[] }) =>
      this.#asking.shift()?.answer(dataTypeIDs),
    )
    connection.on('parameterStatus', (said: { parameterName: string; parameterValue: string }) => {
      this.#server[said.parameterName] = said.parameterValue
    })
  }

  /** `onDial` is told of each connection before it is open, so that one that hangs can be cut. */
  static async open(opening: Opening, cluster: Cluster, onDial: (one: Connection) => void): Promise<Connection> {
    const { hosts, wanted } = opening
    const first = cluster.next
    let fault: unknown
    for (let tries = 0; tries < hosts.length; tries++) {
      const place = (first + tries) % hosts.length
      const isLast = tries === hosts.length - 1
      try {
        const one = await Connection.#dial(opening, hosts[place]!, onDial)
        if (await one.#suits(wanted, isLast)) {
          cluster.next = place
          one.whenLost(() => {
            if (cluster.next === place) cluster.next = (place + 1) % hosts.length
          })
          return one
        }
        one.cut()
        fault ??= new ConnectionError(
          'CONNECTION_DESTROYED',
          `no host of the database is what was asked for (${wanted})`,
        )
      } catch (error) {
        fault = error
      }
    }
    throw fault
  }

  static async #dial(opening: Opening, place: Place, onDial: (one: Connection) => void): Promise<Connection> {
    const one = new Connection(opening, place)
    onDial(one)
    try {
      await one.#client.connect()
    } catch (error) {
      one.#lose(error as Error)
      one.#client.connection.stream.destroy()
      const { message } = error as Error
      if (opening.mayBePlain && message.includes('does not support SSL'))
        return await Connection.#dial({ ...opening, ssl: false, mayBePlain: false }, place, onDial)
      if (message === 'timeout expired')
        throw new ConnectionError('CONNECT_TIMEOUT', `${place.host}:${place.port} did not answer`)
      throw nameLoss(error as Error)
    }
    one.#isConnected = true
    return one
  }

  /** Where the server does not tell by itself it is asked. */
  async #suits(wanted: Wanted, isLast: boolean): Promise<boolean> {
    if (!wanted || (wanted === 'prefer-standby' && isLast)) return true
    if (!('in_hot_standby' in this.#server)) {
      const [row] = (await this.simple(
        `select case when pg_is_in_recovery() then 'on' else 'off' end as standby, current_setting('transaction_read_only') as read_only`,
      )) as Rows<{ standby: string; readOnly: string }>
      Object.assign(this.#server, { in_hot_standby: row!.standby, default_transaction_read_only: row!.readOnly })
    }
    const isStandby = this.#server.in_hot_standby === 'on'
    const isReadOnly = isStandby || this.#server.default_transaction_read_only === 'on'
    if (wanted === 'primary') return !isStandby
    if (wanted === 'read-write') return !isReadOnly
    return wanted === 'read-only' ? isReadOnly : isStandby
  }

  /** The process number the server told; a pooler makes one up. */
  get pid(): number {
    return this.#client.processID
  }

  /** By callbacks and not a promise: every statement comes this way. */
  send(sending: Sending, resolve: (rows: Rows) => void, reject: (error: Error) => void): void {
    const settle = { resolve: resolve as Settle['resolve'], reject: this.#failing(reject, sending.name) }
    this.#submit(new Statement(sending, this.#prepared, settle), reject)
  }

  simple(text: string): Promise<Rows | Rows[]> {
    return new Promise((resolve, reject) =>
      this.#submit(new SimpleText(text, this.#prepared, { resolve, reject: this.#failing(reject, '') }), reject),
    )
  }

  /** The types of a statement's parameters. */
  describe(sending: Pick<Sending, 'text' | 'name' | 'types'>): Promise<number[]> {
    return new Promise((resolve, reject) =>
      this.#submit(
        new Question(sending, this.#prepared, this.#asking, { resolve, reject: this.#failing(reject, sending.name) }),
        reject,
      ),
    )
  }

  /** Notices that others send on a channel this connection listens on. */
  onNotification(hear: (channel: string, payload: string) => void): void {
    this.#client.on('notification', ({ channel, payload }) => hear(channel, payload ?? ''))
  }

  /** What is sent in one turn of the event loop goes out in one write. */
  #submit(exchange: object, reject: (error: Error) => void): void {
    if (this.lost) {
      reject(asLoss(this.lost))
      return
    }
    if (!this.#isCorked) {
      this.#isCorked = true
      const { stream } = this.#client.connection
      stream.cork()
      setImmediate(() => {
        this.#isCorked = false
        stream.uncork()
      })
    }
    this.#client.query(exchange)
  }

  #failing(reject: (error: Error) => void, name: string): (error: Error) => void {
    return (error) => {
      const { code, routine } = error as Error & { code?: string; routine?: string }
      // The statement is gone, or its columns changed with the schema: it is prepared anew next time.
      if (name && (code === '26000' || routine === 'RevalidateCachedQuery')) {
        delete this.#client.connection.parsedStatements[name]
        this.#prepared.shapes.delete(name)
        this.#prepared.stale.add(name)
      }
      if (isLastWord(error as never)) this.lost ??= nameLoss(error)
      reject(this.lost && !code ? nameLoss(error) : error)
    }
  }

  whenLost(listener: () => void): void {
    this.#listeners.push(listener)
  }

  #lose(error: Error): void {
    this.lost ??= error
    for (const listener of this.#listeners.splice(0)) listener()
    this.#isGone = true
  }

  /** Connected, and not lost since. */
  get isOpen(): boolean {
    return this.#isConnected && !this.lost
  }

  /** Waits for what was sent, then says goodbye. */
  async end(): Promise<void> {
    if (this.#isGone) return
    await this.#client.end()
  }

  /** At once; what was sent is answered with the error. */
  cut(error: Error = new ConnectionError('CONNECTION_DESTROYED', 'the connection was given up')): void {
    this.lost ??= error
    this.#client.connection.stream.destroy(error)
  }
}
