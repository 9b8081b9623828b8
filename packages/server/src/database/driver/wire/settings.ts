/** How to reach the database: everything a DATABASE_URL or PostgreSQL's environment variables can say. */
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { ConnectionOptions } from 'node:tls'

/** Which server of a cluster will do. */
export type Wanted = 'read-write' | 'read-only' | 'primary' | 'standby' | 'prefer-standby' | null

export type Settings = {
  hosts: { host: string; port: number }[]
  user: string
  password: string
  database: string
  ssl: false | ConnectionOptions
  /** Without TLS where the server has none. */
  mayBePlain: boolean
  direct: boolean
  wanted: Wanted
  /** Seconds. */
  connectTimeout: number
  keepAlive: number
  /** `shares=off`: whoever asks may hold as much of the pool as there is. */
  hasShares: boolean
  /** Settings of the session, sent with the first message. */
  session: Record<string, string>
}

const shape = /^[a-z]+:\/\/(?:([^@/?]*)@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/i
const wantable = ['read-write', 'read-only', 'primary', 'standby', 'prefer-standby']

/** Words of an address that are about the driver, not the session. */
const ours = new Set([
  ...[
    'ssl',
    'sslmode',
    'sslrootcert',
    'sslcert',
    'sslkey',
    'sslnegotiation',
    'target_session_attrs',
    'pooler',
    'shares',
  ],
  ...['max', 'idle_timeout', 'connect_timeout', 'max_lifetime', 'max_pipeline', 'backoff', 'keep_alive'],
  ...['prepare', 'debug', 'fetch_types', 'publications', 'host', 'port', 'user', 'password', 'dbname'],
])

/** `session` of the address wins over the one given here, as `wanted` given here wins over the address. */
export function readSettings(url: string, session: Record<string, string>, wanted?: Wanted): Settings {
  const [, who = '', places = '', path = '', query = ''] = shape.exec(url) ?? []
  const { env } = process
  const said = new URLSearchParams(query)
  const [name = '', secret = ''] = who.split(/:(.*)/s).map(decodeURIComponent)
  const user = name || said.get('user') || env.PGUSERNAME || env.PGUSER || userInfo().username
  const hosts = decodeURIComponent(places) || said.get('host') || env.PGHOST || 'localhost'
  const port = Number(said.get('port') ?? env.PGPORT ?? 5432)
  const own = Object.fromEntries([...said].filter(([word]) => !ours.has(word)))
  return {
    hosts: hosts.split(',').map((place) => readPlace(place, port)),
    user,
    password: secret || said.get('password') || env.PGPASSWORD || '',
    database: decodeURIComponent(path) || said.get('dbname') || env.PGDATABASE || user,
    ...readSecurity(said),
    direct: (said.get('sslnegotiation') ?? env.PGSSLNEGOTIATION) === 'direct',
    wanted: wanted ?? readWanted(said.get('target_session_attrs') ?? env.PGTARGETSESSIONATTRS),
    connectTimeout: Number(said.get('connect_timeout') ?? 5),
    keepAlive: Number(said.get('keep_alive') ?? 60),
    hasShares: said.get('shares') !== 'off',
    session: { ...session, ...own },
  }
}

function readPlace(text: string, port: number): { host: string; port: number } {
  const [, host = '', own] = /^(.*?)(?::(\d+))?$/.exec(text)!
  return { host: host.replace(/^\[(.+)\]$/, '$1') || 'localhost', port: own ? Number(own) : port }
}

function readWanted(text: string | undefined): Wanted {
  if (!text || text === 'any') return null
  if (wantable.includes(text)) return text as Wanted
  throw new Error(`target_session_attrs ${text} is not supported`)
}

/** `require`, `allow` and `prefer` encrypt without asking who answers, as libpq does; every other mode asks. */
function readSecurity(said: URLSearchParams): Pick<Settings, 'ssl' | 'mayBePlain'> {
  const root = said.get('sslrootcert')
  const mode = root === 'system' ? 'verify-full' : (said.get('sslmode') ?? said.get('ssl') ?? process.env.PGSSL)
  if (!mode || mode === 'disable' || mode === 'false') return { ssl: false, mayBePlain: false }
  const file = (word: string, path: string | null) => path && { [word]: readFileSync(path, 'utf8') }
  const ssl: ConnectionOptions = {
    ...(root !== 'system' && file('ca', root)),
    ...file('cert', said.get('sslcert')),
    ...file('key', said.get('sslkey')),
    ...(['require', 'allow', 'prefer'].includes(mode) && { rejectUnauthorized: false }),
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  }
  return { ssl, mayBePlain: mode === 'prefer' }
}
