/** The settings of an installation, read once from environment and flags; each invalid one gets its own message. */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isEmail } from '@heartbell/contract/fields'
import { z } from 'zod'
import { readAddress } from '../../database/address.ts'
import { UsageError } from './usage-error.ts'

const whole = (least: number, most: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `must be a whole number from ${least} to ${most}`,
    )
    .transform(Number)

const url = (says: string, ...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), says)

/** `smtp://…?from=wishes@shop.example`; without `from`, the sender is derived from other settings. */
const hasGoodSender = (text: string) => {
  const from = URL.canParse(text) ? new URL(text).searchParams.get('from') : null
  return from === null || isEmail(from)
}

const isProxy = (text: string) => {
  const [address, bits, ...rest] = text.split('/')
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const most = isIP(address!) === 4 ? 32 : 128
  const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most)
  return isIP(address!) > 0 && rest.length === 0 && isNetwork
}

/** The proxies' addresses or networks, or the number of proxies in front of us. A direct client is never trusted as a proxy. */
const proxies = z
  .string()
  .refine(
    (text) => !/^(on|true|yes)$/i.test(text),
    'cannot be on: then any client could choose its own address with a forged X-Forwarded-For. Give the proxies’ addresses (such as 10.0.0.5 or 10.0.0.0/8) or the number of proxies (such as 1)',
  )
  .refine(
    (text) => /^(on|true|yes|off|false|[1-9]|1\d)$/i.test(text) || text.split(',').every((one) => isProxy(one.trim())),
    'must be off, a number of proxies from 1 to 19, or the proxies’ addresses or networks separated by commas',
  )
  .transform((text): false | number | string[] => {
    if (/^(off|false)$/i.test(text)) return false
    return /^\d{1,2}$/.test(text) ? Number(text) : text.split(',').map((one) => one.trim())
  })

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const schema = z.object({
  PORT: whole(0, 65_535).default(4000),
  HOST: z.string().regex(/^\S+$/, 'must be a host name or an address').default('127.0.0.1'),
  HEARTBELL_DATA: z.string().default('.heartbell'),
  DATABASE_URL: z
    .string()
    .refine(
      (text) => readAddress(text) !== null,
      'must be a URL such as postgres://user:password@host:5432/name, or with several hosts as host-1:5432,host-2:5432',
    )
    .optional(),
  HEARTBELL_PROCESSES: whole(1, 64).default(1),
  HEARTBELL_DRAIN: whole(0, 5).default(0),
  HEARTBELL_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  HEARTBELL_SECRET_OLD: z.string().min(32, 'must have at least 32 characters').optional(),
  HEARTBELL_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  HEARTBELL_PUBLIC_URL: url('must be a URL such as https://wishes.example', 'http:', 'https:')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  HEARTBELL_MAIL_URL: url('must be outbox:, smtp://… or smtps://…', 'outbox:', 'smtp:', 'smtps:')
    .refine(hasGoodSender, 'has a sender (from=…) that is not an e-mail address')
    .default('outbox:'),
  HEARTBELL_SMS_URL: url('must be outbox: or twilio://…', 'outbox:', 'twilio:').default('outbox:'),
  HEARTBELL_CITUS: z.enum(['on', 'off'], 'must be on or off').default('off'),
  HEARTBELL_LOOPBACK: z.enum(['on', 'off'], 'must be on or off').default('off'),
  HEARTBELL_SLOW: z
    .string()
    .regex(/^(off|[1-9]\d{0,6})$/, 'must be off or a number of milliseconds')
    .default('1000')
    .transform((text) => (text === 'off' ? Number.POSITIVE_INFINITY : Number(text))),
  REDIS_URL: url('must be a URL such as redis://host:6379', 'redis:', 'rediss:').optional(),
  LOG_LEVEL: z.enum(levels, `must be one of: ${levels.join(', ')}`).optional(),
  TRUST_PROXY: proxies.default(false),
})

type Name = keyof typeof schema.shape

/** These may contain passwords, so messages do not repeat their values. */
const hidden: Name[] = [
  'DATABASE_URL',
  'HEARTBELL_SECRET',
  'HEARTBELL_SECRET_OLD',
  'HEARTBELL_PASSPHRASE',
  'HEARTBELL_MAIL_URL',
  'HEARTBELL_SMS_URL',
  'REDIS_URL',
]

const flagged = { PORT: 'port', HOST: 'host', HEARTBELL_DATA: 'data' } satisfies Partial<Record<Name, string>>

export type Config = ReturnType<typeof readConfig>

export function readConfig(env: NodeJS.ProcessEnv, flag: (name: string) => string | undefined) {
  const given: Partial<Record<Name, string>> = {}
  const source: Partial<Record<Name, string>> = {}
  for (const name of Object.keys(schema.shape) as Name[]) {
    const option = flagged[name as keyof typeof flagged]
    const fromFlag = option && flag(option)
    // An empty variable counts as not set: compose files write them that way.
    const value = fromFlag ?? (env[name]?.trim() || undefined)
    if (value === undefined) continue
    given[name] = value
    source[name] = fromFlag === undefined ? name : `--${option}`
  }
  const read = schema.safeParse(given)
  if (!read.success) throw new UsageError(...writeSentences(read.error, given, source))
  const values = read.data
  return {
    port: values.PORT,
    host: values.HOST,
    data: resolve(values.HEARTBELL_DATA),
    databaseUrl: values.DATABASE_URL,
    /** The database is a Citus cluster: its tables are distributed by store. */
    citus: values.HEARTBELL_CITUS === 'on',
    processes: values.HEARTBELL_PROCESSES,
    /** Seconds that a stopping process continues to serve. */
    drain: values.HEARTBELL_DRAIN,
    secret: values.HEARTBELL_SECRET,
    /** The previous secret, while `heartbell secret rotate` seals everything again. */
    secretOld: values.HEARTBELL_SECRET_OLD,
    /** Encrypts the secrets in an export, and decrypts them in an import. */
    passphrase: values.HEARTBELL_PASSPHRASE,
    publicUrl: values.HEARTBELL_PUBLIC_URL,
    mailUrl: values.HEARTBELL_MAIL_URL,
    smsUrl: values.HEARTBELL_SMS_URL,
    /** Webhooks and providers may be on this machine. */
    allowLoopback: values.HEARTBELL_LOOPBACK === 'on',
    /** Milliseconds above which a statement or request is logged as slow. */
    slowerThan: values.HEARTBELL_SLOW,
    redisUrl: values.REDIS_URL,
    logLevel: values.LOG_LEVEL,
    trustProxy: values.TRUST_PROXY,
  }
}

function writeSentences(
  error: z.ZodError,
  given: Partial<Record<Name, string>>,
  source: Partial<Record<Name, string>>,
) {
  return error.issues.map(({ path, message }) => {
    const name = path[0] as Name
    const value = hidden.includes(name) ? '' : `, not "${given[name]}"`
    return `${source[name]} ${message}${value}.`
  })
}
