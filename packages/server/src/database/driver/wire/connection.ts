/** One connection to PostgreSQL: opens it on the right host, sends statements over it, and notices when it is lost. */
import pg from 'pg'
import { ConnectionError, endsConnection, toLossError, withLossCode } from './errors.ts'
import type { Rows } from './rows.ts'
import type { AddressSettings, TargetRole } from './settings.ts'
import {
  DescribeStatement,
  type Prepared,
  type Settle,
  SimpleQuery,
  Statement,
  type WireStatement,
} from './statement.ts'

/** The parts of the driver's client that we use beyond its types. */
type Internals = {
  processID: number
  connection: {
    stream: { destroy(error?: Error): void; cork(): void; uncork(): void }
    parsedStatements: Record<string, string>
    on(event: string, listener: (message: never) => void): void
  }
  query(query: unknown): void
}

export type ConnectionSettings = AddressSettings & {
  pipeline: boolean
  onNotice?: ((message: string) => void) | undefined
}

/** The driver itself supports only a few session settings. */
class Client extends pg.Client {
  readonly session: Record<string, string>
  constructor(
    { user, password, database, ssl, direct, connectTimeout, keepAlive, session, pipeline }: ConnectionSettings,
    place: HostPort,
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

  /** The driver calls this when it starts a session. */
  getStartupConf(): Record<string, string> {
    const { user, database } = this as unknown as { user: string; database: string }
    return { user, database, ...this.session }
  }
}

type HostPort = { host: string; port: number }

/** Remembers which host of a cluster answered last; it is tried first. */
export type HostCursor = { next: number }

export class Connection {
  readonly #client: Client & Internals
  readonly #prepared: Prepared = { shapes: new Map(), stale: new Set() }
  readonly #describing: DescribeStatement[] = []
  readonly #server: Record<string, string> = {}
  readonly #listeners: (() => void)[] = []
  #isCorked = false
  #isConnected = false
  #isGone = false
  /** Why nothing more can be sent; null while the connection works. */
  lost: Error | null = null

  private constructor(opening: ConnectionSettings, place: HostPort) {
    this.#client = new Client(opening, place) as Client & Internals
    this.#client.on('error', (error) => this.#lose(withLossCode(error)))
    this.#client.on('end', () => this.#lose(new ConnectionError('CONNECTION_CLOSED', 'the connection was closed')))
    this.#client.on('notice', ({ message }) => opening.onNotice?.(message ?? ''))
    const { connection } = this.#client
    connection.on('parameterDescription', ({ dataTypeIDs }: { dataTypeIDs: number[] }) =>
      this.#describing.shift()?.answer(dataTypeIDs),
    )
    connection.on('parameterStatus', (said: { parameterName: string; parameterValue: string }) => {
      this.#server[said.parameterName] = said.parameterValue
    })
  }

  /** `onDial` gets each connection before it is open, so that one that hangs can be closed. */
  static async open(
    opening: ConnectionSettings,
    cursor: HostCursor,
    onDial: (one: Connection) => void,
  ): Promise<Connection> {
    const { hosts, targetRole } = opening
    const first = cursor.next
    let fault: unknown
    for (let tries = 0; tries < hosts.length; tries++) {
      const place = (first + tries) % hosts.length
      const isLast = tries === hosts.length - 1
      try {
        const one = await Connection.#dial(opening, hosts[place]!, onDial)
        if (await one.#hasRole(targetRole, isLast)) {
          cursor.next = place
          one.whenLost(() => {
            if (cursor.next === place) cursor.next = (place + 1) % hosts.length
          })
          return one
        }
        one.cut()
        fault ??= new ConnectionError(
          'CONNECTION_DESTROYED',
          `no host of the database has the requested role (${targetRole})`,
        )
      } catch (error) {
        fault = error
      }
    }
    throw fault
  }

  static async #dial(
    opening: ConnectionSettings,
    place: HostPort,
    onDial: (one: Connection) => void,
  ): Promise<Connection> {
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
      throw withLossCode(error as Error)
    }
    one.#isConnected = true
    return one
  }

  /** Asks the server where it does not report its role by itself. */
  async #hasRole(targetRole: TargetRole, isLast: boolean): Promise<boolean> {
    if (!targetRole || (targetRole === 'prefer-standby' && isLast)) return true
    if (!('in_hot_standby' in this.#server)) {
      const [row] = (await this.simple(
        `select case when pg_is_in_recovery() then 'on' else 'off' end as standby, current_setting('transaction_read_only') as read_only`,
      )) as Rows<{ standby: string; readOnly: string }>
      Object.assign(this.#server, { in_hot_standby: row!.standby, default_transaction_read_only: row!.readOnly })
    }
    const isStandby = this.#server.in_hot_standby === 'on'
    const isReadOnly = isStandby || this.#server.default_transaction_read_only === 'on'
    if (targetRole === 'primary') return !isStandby
    if (targetRole === 'read-write') return !isReadOnly
    return targetRole === 'read-only' ? isReadOnly : isStandby
  }

  /** The pid that the server reported; a pooler makes one up. */
  get pid(): number {
    return this.#client.processID
  }

  /** Uses callbacks instead of a promise, because every statement comes this way. */
  send(statement: WireStatement, resolve: (rows: Rows) => void, reject: (error: Error) => void): void {
    const settle = { resolve: resolve as Settle['resolve'], reject: this.#failing(reject, statement.name) }
    this.#submit(new Statement(statement, this.#prepared, settle), reject)
  }

  simple(text: string): Promise<Rows | Rows[]> {
    return new Promise((resolve, reject) =>
      this.#submit(new SimpleQuery(text, this.#prepared, { resolve, reject: this.#failing(reject, '') }), reject),
    )
  }

  /** The types of a statement's parameters. */
  describe(statement: Pick<WireStatement, 'text' | 'name' | 'types'>): Promise<number[]> {
    return new Promise((resolve, reject) =>
      this.#submit(
        new DescribeStatement(statement, this.#prepared, this.#describing, {
          resolve,
          reject: this.#failing(reject, statement.name),
        }),
        reject,
      ),
    )
  }

  /** Notifications on the channels this connection listens on. */
  onNotification(onMessage: (channel: string, payload: string) => void): void {
    this.#client.on('notification', ({ channel, payload }) => onMessage(channel, payload ?? ''))
  }

  /** Everything sent in one turn of the event loop goes out in one write. */
  #submit(query: object, reject: (error: Error) => void): void {
    if (this.lost) {
      reject(toLossError(this.lost))
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
    this.#client.query(query)
  }

  #failing(reject: (error: Error) => void, name: string): (error: Error) => void {
    return (error) => {
      const { code, routine } = error as Error & { code?: string; routine?: string }
      // The prepared statement is gone, or its columns changed with the schema: prepare it again next time.
      if (name && (code === '26000' || routine === 'RevalidateCachedQuery')) {
        delete this.#client.connection.parsedStatements[name]
        this.#prepared.shapes.delete(name)
        this.#prepared.stale.add(name)
      }
      if (endsConnection(error as never)) this.lost ??= withLossCode(error)
      reject(this.lost && !code ? withLossCode(error) : error)
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

  /** Connected, and not lost since then. */
  get isOpen(): boolean {
    return this.#isConnected && !this.lost
  }

  /** Waits for what was sent, then closes the connection. */
  async end(): Promise<void> {
    if (this.#isGone) return
    await this.#client.end()
  }

  /** Closes the connection at once; statements in flight fail with the error. */
  cut(error: Error = new ConnectionError('CONNECTION_DESTROYED', 'the connection was closed')): void {
    this.lost ??= error
    this.#client.connection.stream.destroy(error)
  }
}
