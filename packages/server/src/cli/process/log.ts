/** The log: JSON lines for machines, plain lines on a terminal. Neither contains secrets or personal data. */
import { identifyNames, identityNames } from '@heartbell/contract/names'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { watchStatements } from '../../database/slow-statements.ts'
import type { Config } from '../settings/settings.ts'

const shopper = [identityNames.regid, identityNames.sessionId, identifyNames.email, 'email', 'identity']
const store = ['authorization', 'apiKey', 'apikey', 'identitySecret', 'secret', 'password']
const secrets = [...shopper, ...store, 'cookie', 'set-cookie']

const redact = {
  paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.headers["${name}"]`]),
  censor: '[hidden]',
}

/** URLs in mails and of hooks contain a token as a path segment; row ids are not secret. */
const hideTokens = (path: string) =>
  path.replace(/[A-Za-z0-9_-]{24,}/g, (part) => (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(part) ? part : '…'))

/** PostgreSQL quotes a value it could not parse, which may be a secret or an e-mail address. */
const hideValues = (text: string) => text.replace(/: "[\s\S]*?"(?=\n|$)/g, ': "…"')

/** Query strings contain regids and sessions, so only the path of a request is logged. */
const describeRequest = ({ id, method, url, ip }: { id?: string; method?: string; url?: string; ip?: string }) => ({
  id,
  method,
  path: url === undefined ? undefined : hideTokens(url.split('?', 1)[0]!),
  ip,
})

type LoggedError = Error & { code?: string; severity?: string; table_name?: string; constraint_name?: string }

/** Only what helps to find the error: PostgreSQL's `detail` quotes the row and so shoppers' addresses. */
function describeError(fault: LoggedError): Record<string, unknown> {
  const { name, message, stack, code, severity, table_name: table, constraint_name: constraint, cause } = fault
  const because = cause instanceof Error ? describeError(cause) : undefined
  const clean = (text: string | undefined) => (severity && text ? hideValues(text) : text)
  return { type: name, message: clean(message), code, severity, table, constraint, stack: clean(stack), cause: because }
}

export function makeLogger({ logLevel }: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const onTerminal = !destination && process.stdout.isTTY
  const options: LoggerOptions = {
    level: logLevel ?? (onTerminal ? 'warn' : 'info'),
    redact,
    serializers: { req: describeRequest, err: describeError },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), bindings: ({ pid }) => ({ pid }) },
  }
  return pino(options, destination ?? (onTerminal ? plainLines : pino.destination(1)))
}

/** A logger that also reports slow statements from now on. */
export function makeServiceLogger(config: Pick<Config, 'logLevel' | 'slowerThan'>): Logger {
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
