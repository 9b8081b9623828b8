/** Routes of the dashboard about connections: integrations, webhooks, widgets. */
import { z } from 'zod'
import { eventTypes } from '../integrations/events.ts'
import { languages } from './messages.ts'
import { checked, done, html, rows, table, timestamp } from './route.ts'

const integrationType = z.strictObject({
  kind: z.string(),
  title: z.string(),
  what: z.string(),
  hook: z.boolean(),
  fields: z.array(
    z.strictObject({
      name: z.string(),
      what: z.string(),
      secret: z.boolean(),
      required: z.boolean(),
      initial: z.string().nullable(),
    }),
  ),
})

const connection = z.strictObject({
  kind: z.string(),
  /** Secrets are shown by their last characters only. */
  values: z.record(z.string(), z.string()),
  enabled: z.boolean(),
  checkedAt: timestamp.nullable(),
  checkResult: z.string().nullable(),
  updatedAt: timestamp,
  hookUrl: z.string().nullable(),
})
const whichKind = z.object({ kind: z.string().max(40) })

export const integrationRoutes = {
  'GET /integrations': {
    answer: z.strictObject({ kinds: z.array(integrationType), connected: z.array(connection) }),
  },
  'POST /integrations': {
    fields: whichKind.extend({
      values: z.record(z.string().max(60), z.string().max(4000).nullable()).default({}),
      enabled: z.boolean().optional(),
    }),
    answer: connection,
  },
  'POST /integrations/remove': { fields: whichKind, answer: z.strictObject({ removed: z.boolean() }) },
  'POST /integrations/test': { fields: whichKind, answer: checked },
  'GET /integrations/calls': {
    fields: whichKind,
    answer: rows(
      z.strictObject({
        at: timestamp,
        way: z.enum(['in', 'out']),
        what: z.string(),
        state: z.string(),
        detail: z.string().nullable(),
      }),
    ),
  },
} as const

const endpoint = {
  endpointId: z.string(),
  url: z.string(),
  /** Empty: all. */
  types: z.array(z.enum(eventTypes)),
  enabled: z.boolean(),
  disabledReason: z.string().nullable(),
  failingSince: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
}
const whichEndpoint = z.object({ endpointId: z.uuid('is not an endpoint’s id') })

const delivery = z.strictObject({
  eventId: z.string(),
  endpointId: z.string(),
  type: z.string(),
  status: z.enum(['due', 'sent', 'failed']),
  attempts: z.number(),
  response: z.number().nullable(),
  reason: z.string().nullable(),
  dueAt: timestamp.nullable(),
  sentAt: timestamp.nullable(),
  createdAt: timestamp,
  payload: z.string(),
})

export const webhookRoutes = {
  'GET /webhooks': {
    answer: z.strictObject({
      rows: z.array(z.strictObject(endpoint)),
      types: z.array(z.enum(eventTypes)).readonly(),
    }),
  },
  'POST /webhooks': {
    fields: z.object({
      url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).max(2048),
      types: z.array(z.enum(eventTypes)).optional(),
      enabled: z.boolean().optional(),
    }),
    /** The secret of a new endpoint is shown once. */
    answer: z.strictObject({ ...endpoint, secret: z.string().optional() }),
  },
  'POST /webhooks/remove': { fields: whichEndpoint, answer: done },
  'POST /webhooks/rotate': { fields: whichEndpoint, answer: z.strictObject({ ...endpoint, secret: z.string() }) },
  'POST /webhooks/test': { fields: whichEndpoint, answer: checked },
  'POST /webhooks/replay': {
    fields: whichEndpoint.extend({ eventId: z.uuid('is not an event’s id').optional() }),
    answer: z.strictObject({ replayed: z.number() }),
  },
  'GET /webhooks/deliveries': table(delivery, {
    endpoint: z.string().max(40),
    status: z.enum(['due', 'sent', 'failed']).optional(),
  }),
} as const

const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #177a4e')

export const widgetRoutes = {
  'GET /widget-preview': {
    fields: z.object({
      accent: color.optional(),
      heart: color.optional(),
      radius: z.coerce.number().int().min(0).max(32).optional(),
      place: z.enum(['picture', 'title', 'button']).default('picture'),
      language: z.enum(languages).default('en'),
      notify: z.string().max(80, 'may have at most 80 characters').optional(),
      soldOut: z.enum(['yes', 'no']).default('yes'),
      dark: z.enum(['yes', 'no']).default('no'),
    }),
    answer: html,
  },
  'POST /widgets/check': {
    fields: z.object({ url: z.string().trim().max(2048) }),
    answer: z.strictObject({ found: z.enum(['here', 'other-store', 'no-store', 'nothing']) }),
  },
} as const
