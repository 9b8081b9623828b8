/** What the fields of integrations and webhooks mean. */

type Table = Readonly<Record<string, readonly [sentence: string, example?: unknown]>>

const day = 1_767_225_600_000
const endpoint = '0190f3c2-a5d8-7c1e-9b6a-4d2e8f70c135'

export const integrationDescriptions: Table = {
  kind: [
    'What it is: `smtp`, `twilio`, `klaviyo`, `web-push`, `sendgrid-events`, `ses-events`, `postmark-events` or a platform',
    'smtp',
  ],
  title: ['Its name for people', 'E-mail (SMTP)'],
  settings: [
    'Its settings by name. Those not sent stay as they are, null or an empty text takes one away; of a secret only the end is given back',
    { host: 'mail.shop.example', port: '587', from: 'hello@shop.example', password: '…f3Qx' },
  ],
  enabled: ['Whether it is used', true],
  hookUrl: ['Where it sends its own messages, to be entered there; null for what sends none'],
  checkedAt: ['When the connection was last tested, in milliseconds since 1970', day],
  checkResult: ['What the provider answered to that', 'The mail server let us in.'],
  integrations: ['What the store is connected to'],
  ok: ['Whether the provider would take messages from us', true],
  message: ['What the provider answered, in its own words', 'The mail server let us in.'],
  deleted: ['How many there were', 1],
}

export const webhookDescriptions: Table = {
  endpointId: ['The webhook’s id', endpoint],
  url: [
    'The address that is told; it is one webhook, however often it is saved',
    'https://shop.example/hooks/heartbell',
  ],
  types: ['Which events; none: all', ['alert.sent', 'list.created']],
  secret: [
    'What we sign with (Standard Webhooks, `webhook-signature`). Shown when it is made and never again',
    'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  ],
  enabled: ['Whether it is told anything', true],
  disabledReason: ['Why not: `by-hand`, `gone` (it answered 410) or `failing` (nothing arrived for five days)', null],
  failingSince: ['Since when nothing has arrived; null while things do', null],
  webhooks: ['The store’s webhooks, oldest first'],
  deliveries: ['What was sent or is to be, newest first'],
  eventId: ['The event’s id, the same at every attempt (`webhook-id`)', endpoint],
  type: ['What happened', 'alert.sent'],
  status: ['`due`: will be tried (again); `sent`; `failed`: given up', 'sent'],
  attempts: ['How often it was tried', 1],
  response: ['The HTTP status of the last answer; null when none came', 200],
  reason: ['What went wrong the last time', null],
  dueAt: ['When it is tried next, in milliseconds since 1970', null],
  sentAt: ['When it arrived, in milliseconds since 1970', day],
  payload: ['The very text that is sent', '{"type":"alert.sent","timestamp":"2026-01-01T00:00:00.000Z","data":{}}'],
  since: ['Everything that failed since then, in milliseconds since 1970', day],
  cursor: ['Where the next page begins; null on the last', null],
  limit: ['How many at most', 50],
  replayed: ['How many are sent again', 1],
  deleted: ['How many there were', 1],
  ok: ['Whether the address took it', true],
  message: ['What the address answered', '200 OK'],
}
