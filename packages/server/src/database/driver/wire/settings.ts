/** Connection settings: everything that a DATABASE_URL or PostgreSQL's environment variables can specify. */
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { ConnectionOptions } from 'node:tls'

/** Which server of a cluster to use. */
export type TargetRole = 'read-write' | 'read-only' | 'primary' | 'standby' | 'prefer-standby' | null

export type AddressSettings = {
  hosts: { host: string; port: number }[]
  user: string
  password: string
  database: string
  ssl: false | ConnectionOptions
  /** Falls back to no TLS when the server does not support it. */
  mayBePlain: boolean
  direct: boolean
  targetRole: TargetRole
  /** Seconds. */
  connectTimeout: number
  keepAlive: number
  /** False with `shares=off`: every user may occupy the whole pool. */
  hasShares: boolean
  /** Session settings, sent with the startup message. */
  session: Record<string, string>
}

const shape = /^[a-z]+:\/\/(?:([^@/?]*)@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/i
const wantable = ['read-write', 'read-only', 'primary', 'standby', 'prefer-standby']

/** Parameters of an address that are for the driver, not for the session. */
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

/** Session settings in the address override `session`; `targetRole` overrides the address. */
export function readSettings(url: string, session: Record<string, string>, targetRole?: TargetRole): AddressSettings {
  const [, who = '', places = '', path = '', query = ''] = shape.exec(url) ?? []
  const { env } = process
  const params = new URLSearchParams(query)
  const [name = '', secret = ''] = who.split(/:(.*)/s).map(decodeURIComponent)
  const user = name || params.get('user') || env.PGUSERNAME || env.PGUSER || userInfo().username
  const hosts = decodeURIComponent(places) || params.get('host') || env.PGHOST || 'localhost'
  const port = Number(params.get('port') ?? env.PGPORT ?? 5432)
  const own = Object.fromEntries([...params].filter(([word]) => !ours.has(word)))
  return {
    hosts: hosts.split(',').map((place) => readPlace(place, port)),
    user,
    password: secret || params.get('password') || env.PGPASSWORD || '',
    database: decodeURIComponent(path) || params.get('dbname') || env.PGDATABASE || user,
    ...readSecurity(params),
    direct: (params.get('sslnegotiation') ?? env.PGSSLNEGOTIATION) === 'direct',
    targetRole: targetRole ?? readWanted(params.get('target_session_attrs') ?? env.PGTARGETSESSIONATTRS),
    connectTimeout: Number(params.get('connect_timeout') ?? 5),
    keepAlive: Number(params.get('keep_alive') ?? 60),
    hasShares: params.get('shares') !== 'off',
    session: { ...session, ...own },
  }
}

function readPlace(text: string, port: number): { host: string; port: number } {
  const [, host = '', own] = /^(.*?)(?::(\d+))?$/.exec(text)!
  return { host: host.replace(/^\[(.+)\]$/, '$1') || 'localhost', port: own ? Number(own) : port }
}

function readWanted(text: string | undefined): TargetRole {
  if (!text || text === 'any') return null
  if (wantable.includes(text)) return text as TargetRole
  throw new Error(`target_session_attrs ${text} is not supported`)
}

/** `require`, `allow` and `prefer` encrypt without verifying the server, as libpq does. Every other mode verifies it. */
function readSecurity(params: URLSearchParams): Pick<AddressSettings, 'ssl' | 'mayBePlain'> {
  const root = params.get('sslrootcert')
  const mode = root === 'system' ? 'verify-full' : (params.get('sslmode') ?? params.get('ssl') ?? process.env.PGSSL)
  if (!mode || mode === 'disable' || mode === 'false') return { ssl: false, mayBePlain: false }
  const file = (word: string, path: string | null) => path && { [word]: readFileSync(path, 'utf8') }
  const ssl: ConnectionOptions = {
    ...(root !== 'system' && file('ca', root)),
    ...file('cert', params.get('sslcert')),
    ...file('key', params.get('sslkey')),
    ...(['require', 'allow', 'prefer'].includes(mode) && { rejectUnauthorized: false }),
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  }
  return { ssl, mayBePlain: mode === 'prefer' }
}
