/** The outcome of each delivery as a log line: ids only, including the id of the request that caused it. */
import type { Logger } from 'pino'
import type { OutcomeOptions } from '../../alerts/sending/outcome-writer.ts'

/** A million deliveries are a million lines, so successful ones are logged at debug level. */
const levels: Record<string, 'debug' | 'info' | 'warn'> = {
  sent: 'debug',
  later: 'debug',
  withheld: 'debug',
  failed: 'warn',
}

export const noteDeliveries =
  (logger: Logger): NonNullable<OutcomeOptions['note']> =>
  (storeId, { subscriptionId, triggerId, medium, attempts, trigger: { requestId } }, { kind, reason }) =>
    logger[levels[kind] ?? 'info'](
      { reqId: requestId ?? undefined, storeId, triggerId, subscriptionId, medium, attempt: attempts, reason },
      `delivery ${kind}`,
    )
