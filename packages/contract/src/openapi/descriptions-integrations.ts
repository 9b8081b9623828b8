/** Descriptions of the fields of integrations and webhooks. */

type Table = Readonly<Record<string, readonly [sentence: string, example?: unknown]>>

const day = 1_767_225_600_000
const endpoint = '0190f3c2-a5d8-7c1e-9b6a-4d2e8f70c135'

export const integrationDescriptions: Table = {
  kind: [
    'The kind of integration: `smtp`, `sendgrid`, `postmark`, `ses`, `mailgun`, `twilio`, `whatsapp`, `klaviyo`, `web-push`, `sendgrid-events`, `ses-events`, `postmark-events`, `mailgun-events` or a platform',
    'smtp',
  ],
  title: ['Its name for people', 'E-mail (SMTP)'],
  settings: [
    'Its settings by name. A setting that is not sent stays as it is, null or an empty text removes it; answers contain only the end of a secret',
    { host: 'mail.shop.example', port: '587', from: 'hello@shop.example', password: '…f3Qx' },
  ],
  enabled: ['Whether it is used', true],
  hookUrl: ['The URL to enter at the provider, which sends its own messages there; null if it sends none'],
  checkedAt: ['When the connection was last tested, in milliseconds since 1970', day],
  checkResult: ['The provider’s answer to that test', 'The mail server let us in.'],
  integrations: ['The store’s integrations'],
  ok: ['Whether the provider would accept messages', true],
  message: ['What the provider answered, in its own words', 'The mail server let us in.'],
  deleted: ['How many were deleted', 1],
}

export const webhookDescriptions: Table = {
  endpointId: ['The webhook’s id', endpoint],
  url: [
    'The address that gets the events; saving the same address again changes the same webhook',
    'https://shop.example/hooks/heartbell',
  ],
  types: ['The types of events; empty: all', ['alert.sent', 'list.created']],
  secret: [
    'The secret that signs events (Standard Webhooks, `webhook-signature`). Shown once, when it is created',
    'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  ],
  enabled: ['Whether it gets events', true],
  disabledReason: ['Why not: `by-hand`, `gone` (it answered 410) or `failing` (nothing arrived for five days)', null],
  failingSince: ['Since when nothing has arrived; null while events arrive', null],
  webhooks: ['The store’s webhooks, oldest first'],
  deliveries: ['The deliveries, sent or due, newest first'],
  eventId: ['The event’s id, the same at every attempt (`webhook-id`)', endpoint],
  type: ['What happened', 'alert.sent'],
  status: ['`due`: will be tried (again); `sent`; `failed`: no more tries', 'sent'],
  attempts: ['How often it was tried', 1],
  response: ['The HTTP status of the last answer; null when none came', 200],
  reason: ['What went wrong the last time', null],
  dueAt: ['When it is tried next, in milliseconds since 1970', null],
  sentAt: ['When it arrived, in milliseconds since 1970', day],
  payload: ['The body as it is sent', '{"type":"alert.sent","timestamp":"2026-01-01T00:00:00.000Z","data":{}}'],
  since: ['Send everything that failed since this time, in milliseconds since 1970', day],
  cursor: ['The start of the next page; null on the last', null],
  limit: ['How many at most', 50],
  replayed: ['How many are sent again', 1],
  deleted: ['How many were deleted', 1],
  ok: ['Whether the address accepted it', true],
  message: ['What the address answered', '200 OK'],
}

export const eventFeedDescriptions: Table = {
  after: [
    'The `cursor` of the page before; without it the feed starts at its oldest event',
    'MDEyMzQ1NjcuNDIuMTc2NzIyNTYwMDAwMA',
  ],
  limit: ['How many events at most; 100 by default', 100],
  events: ['The events, each once'],
  eventId: ['The event’s id, the same as `webhook-id`', endpoint],
  type: ['What happened', 'alert.sent'],
  timestamp: ['When, as ISO 8601', '2026-01-01T00:00:00.000Z'],
  data: ['The same as in a webhook', { topic: 'backinstock', medium: 'email' }],
  cursor: ['Send it as `after` for what follows; also when the page is empty'],
  hasMore: ['Whether the next page has events already', false],
}
