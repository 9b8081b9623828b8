/** The outbox: all messages, each shown as it was written, explained, and sent again. */
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Sql } from '../../database/connect.ts'
import { retryFailed } from '../../domain/deliveries/retry-failed.ts'
import { escapeHtml } from '../../domain/messages/escape-html.ts'
import {
  browseOutbox,
  findOutboxAlert,
  findOutboxMessage,
  type OutboxAlert,
  type OutboxLine,
  type OutboxMessage,
  resendMessage,
} from '../../domain/reports/outbox.ts'
import { hideLinks, hideMessageLinks } from '../../domain/shoppers/hide-links.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { readTimeline } from '../../domain/timeline/timeline.ts'
import { bindStore, bindStoreAct } from '../plumbing/bind.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'
import { bindTable, type TablePage } from '../plumbing/tables.ts'
import { type Shown, showAlert } from './shown-alerts.ts'
import { addressesMeant } from './subscriptions.ts'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const keys = new RegExp(
  `^(?:m:(?<message>${uuid})|a:(?<subscription>${uuid}):(?<trigger>${uuid}):(?<channel>\\w{1,20}))$`,
)

const unknownMessage = () => new Refusal('not-found', 'unknown-message', 'message names nothing in this outbox.')

/** Further queued messages are listed under their own status. */
const mostQueued = 20

type FoundMessage = { alert: OutboxAlert } | { letter: OutboxMessage }

/** The frame of a message runs nothing, has no access to the page, and opens links elsewhere. */
const framePolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "img-src 'self' https: http: data:",
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
].join('; ')

export const sendFrame = (reply: FastifyReply, html: string) =>
  reply
    .headers({ 'content-security-policy': framePolicy, 'referrer-policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(`<base target="_blank">${html}`)

export function outboxRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql } = context
  bindTable(
    scope,
    context,
    'GET /outbox',
    {
      needs: 'viewer',
      columns: [
        ['when', ({ at }) => at],
        ['to', ({ recipient }) => recipient],
        ['by', ({ medium }) => medium],
        ['what', ({ purpose }) => purpose],
        ['topic', ({ topic }) => topic],
        ['product', ({ title }) => title],
        ['subject', ({ subject }) => subject],
        ['state', ({ status }) => status],
        ['reason', ({ reason }) => reason],
        ['attempts', ({ attempts }) => attempts],
        ['sent', ({ sentAt }) => sentAt],
        ['clicked', ({ clickedAt }) => clickedAt],
      ],
    },
    async ({ store, fields: { status, q } }, { after, limit }) => {
      const addresses = q ? addressesMeant(store, q) : undefined
      if (addresses?.length === 0) return { rows: [], next: null }
      const page = hidden(store, await browseOutbox(sql, store, { status, addresses, after, limit }))
      if (status || after) return page
      // Queued messages are listed above those that were sent.
      const queued = hidden(store, await browseOutbox(sql, store, { status: 'due', addresses, limit: mostQueued }))
      const shown = new Set(page.rows.map(({ messageKey }) => messageKey))
      return { ...page, rows: [...queued.rows.filter(({ messageKey }) => !shown.has(messageKey)), ...page.rows] }
    },
  )

  const find = async (sql: Sql, store: Store, key: string): Promise<FoundMessage> => {
    const { message, subscription, trigger, channel } = keys.exec(key)?.groups ?? {}
    const letter = message ? await findOutboxMessage(sql, store, message) : null
    if (letter) return { letter }
    const alert =
      subscription && trigger && channel
        ? await findOutboxAlert(sql, store, { subscriptionId: subscription, triggerId: trigger, channel })
        : null
    if (!alert) throw unknownMessage()
    return { alert }
  }

  /** Staff can read a message but not act for its recipient: nobody may unsubscribe or confirm for somebody else. */
  const show = async (store: Store, found: FoundMessage): Promise<Shown> => {
    const { subject, html, text, senderName, headers } =
      'letter' in found ? found.letter : await showAlert(context, store, found.alert)
    return hideMessageLinks(store, { subject, html, text, senderName, headers })
  }

  bindStore(scope, context, 'GET /outbox/message', { needs: 'viewer' }, async ({ store, fields }) => {
    const found = await find(sql, store, fields.message)
    const { html, text, subject, headers, senderName } = await show(store, found)
    const line = lineOf(found)
    const why = 'alert' in found ? await readTimeline(sql, store, found.alert.subscriptionId, fields) : null
    return { message: { ...line, subject }, hasHtml: html !== '', text, headers, senderName, why }
  })

  bindStore(scope, context, 'GET /outbox/frame', { needs: 'viewer' }, async ({ store, fields, reply }) => {
    const { html, text } = await show(store, await find(sql, store, fields.message))
    return sendFrame(reply, html || `<pre>${escapeHtml(text)}</pre>`)
  })

  bindStoreAct(scope, context, 'POST /outbox/resend', { needs: 'marketer' }, async ({ sql, store, fields }) => {
    const found = await find(sql, store, fields.message)
    const resent =
      'letter' in found
        ? Number(await resendMessage(sql, store, fields.message.slice(2)))
        : await retryFailed(sql, store, {
            subscriptionIds: [found.alert.subscriptionId],
            triggerIds: [found.alert.triggerId],
          })
    if (resent === 0)
      throw new Refusal('conflict', 'not-resendable', 'This message was not given up, or nobody waits for it any more.')
    return { answer: { resent }, act: { act: 'message-resent', facts: fields } }
  })

  bindStoreAct(scope, context, 'POST /outbox/resend-failed', { needs: 'marketer' }, async ({ sql, store, fields }) => {
    const resent = await retryFailed(sql, store, fields)
    return { answer: { resent }, act: { act: 'messages-resent', facts: { ...fields, resent } } }
  })
}

/** A subject is a merchant's template and may contain any link. */
const hidden = (store: Store, { rows, next }: TablePage<OutboxLine>): TablePage<OutboxLine> => ({
  rows: rows.map((row) => ({ ...row, subject: row.subject && hideLinks(store, row.subject) })),
  next,
})

/** The fields of the list; bodies are returned only with their links hidden. */
function lineOf(found: FoundMessage): OutboxLine & Partial<OutboxAlert> {
  if ('alert' in found) return found.alert
  const { html: _, text: __, headers: ___, senderName: ____, ...line } = found.letter
  return line
}
