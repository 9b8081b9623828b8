/** The log: JSON lines for machines, a plain line on a terminal, and nothing in either that opens a store or names a shopper. */
import { identifyNames, identityNames } from '@heartbell/contract/names'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { watchStatements } from '../../database/slow-statements.ts'
import type { Config } from '../settings/config.ts'

const shopper = [identityNames.regid, identityNames.sessionId, identifyNames.email, 'email', 'identity']
const store = ['authorization', 'apiKey', 'apikey', 'identitySecret', 'secret', 'password']
const secrets = [...shopper, ...store, 'cookie', 'set-cookie']

const redact = {
  paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.headers["${name}"]`]),
  censor: '[hidden]',
}

/** Addresses in mails and of hooks carry a token as a part of their path; the ids of rows are not secret. */
const hideTokens = (path: string) =>
  path.replace(/[A-Za-z0-9_-]{24,}/g, (part) => (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(part) ? part : '…'))

/** PostgreSQL quotes the value that it could not read, and a value may be anything: also a secret or somebody's address. */
const hideValues = (text: string) => text.replace(/: "[\s\S]*?"(?=\n|$)/g, ': "…"')

/** Query strings carry regids and sessions, so a request is told by its path alone. */
const describeRequest = ({ id, method, url, ip }: { id?: string; method?: string; url?: string; ip?: string }) => ({
  id,
  method,
  path: url === undefined ? undefined : hideTokens(url.split('?', 1)[0]!),
  ip,
})

type Fault = Error & { code?: string; severity?: string; table_name?: string; constraint_name?: string }

/** Of a fault only what finds it: the detail PostgreSQL adds quotes the row, and so shoppers' addresses. */
function describeFault(fault: Fault): Record<string, unknown> {
  const { name, message, stack, code, severity, table_name: table, constraint_name: constraint, cause } = fault
  const because = cause instanceof Error ? describeFault(cause) : undefined
  const clean = (text: string | undefined) => (severity && text ? hideValues(text) : text)
  return { type: name, message: clean(message), code, severity, table, constraint, stack: clean(stack), cause: because }
}

export function makeLogger({ logLevel }: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const onTerminal = !destination && process.stdout.isTTY
  const options: LoggerOptions = {
    level: logLevel ?? (onTerminal ? 'warn' : 'info'),
    redact,
    serializers: { req: describeRequest, err: describeFault },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), bindings: ({ pid }) => ({ pid }) },
  }
  return pino(options, destination ?? (onTerminal ? plainLines : pino.destination(1)))
}

/** Also says which statements keep callers waiting, from now on. */
export function makeWatchingLogger(config: Pick<Config, 'logLevel' | 'slowerThan'>): Logger {
  const logger = makeLogger(config)
  if (Number.isFinite(config.slowerThan))
    watchStatements(config.slowerThan, (slow) => logger.warn(slow, 'slow statement'))
  return logger
}

const plainLines: DestinationStream = {
  write(line) {
    const { level, msg, err } = JSON.parse(line)
    process.stderr.write(`${[level, msg, err?.stack].filter(Boolean).join('  ')}\n`)
  },
}
