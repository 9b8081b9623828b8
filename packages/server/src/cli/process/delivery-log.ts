/** What became of each delivery, as a line of the log: by ids alone, the request's that began it among them. */
import type { Logger } from 'pino'
import type { OutcomeOptions } from '../../alerts/sending/outcome-writer.ts'

/** A million people told are a million lines, so what went well is for whoever asks for it. */
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
