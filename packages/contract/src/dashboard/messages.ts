/** Routes of the dashboard about messages: outbox, topics, templates. */
import { z } from 'zod'
import { plainProductId } from '../wire/product-ids.ts'
import { html, search, table, timestamp, values } from './route.ts'
import { readerLanguage, timelineStep } from './shoppers.ts'

export const outboxStates = ['sent', 'failed', 'withheld', 'due'] as const

const message = {
  /** `alert`, or the purpose of another message. */
  purpose: z.string(),
  messageKey: z.string(),
  medium: z.string(),
  recipient: z.string(),
  subject: z.string().nullable(),
  topic: z.string().nullable(),
  title: z.string().nullable(),
  variantInfo: z.string().nullable(),
  status: z.enum(outboxStates),
  reason: z.string().nullable(),
  provider: z.string().nullable(),
  attempts: z.number(),
  sentAt: timestamp.nullable(),
  dueAt: timestamp.nullable(),
  clickedAt: timestamp.nullable(),
  deliveredAt: timestamp.nullable(),
  at: timestamp,
}

/** Alerts have more to show than other messages. */
const oneMessage = z.strictObject({
  ...message,
  subscriptionId: z.string().optional(),
  triggerId: z.string().optional(),
  channel: z.string().optional(),
  template: z.string().nullish(),
  facts: values.nullish(),
  cause: z.string().optional(),
  causeFacts: values.optional(),
  createdAt: timestamp.optional(),
})
const whichMessage = z.object({ message: z.string().max(150) })
const resent = z.strictObject({ resent: z.number() })

export const outboxRoutes = {
  'GET /outbox': table(z.strictObject(message), { status: z.enum(outboxStates).optional(), q: search(320) }),
  'GET /outbox/message': {
    fields: whichMessage.extend({ language: readerLanguage }),
    answer: z.strictObject({
      message: oneMessage,
      hasHtml: z.boolean(),
      text: z.string(),
      headers: z.record(z.string(), z.string()),
      senderName: z.string(),
      why: z.array(timelineStep).nullable(),
    }),
  },
  'GET /outbox/frame': { fields: whichMessage, answer: html },
  'POST /outbox/resend': { fields: whichMessage, answer: resent },
  'POST /outbox/resend-failed': { fields: z.object({ reason: z.string().max(100).optional() }), answer: resent },
} as const

export const ruleNames = ['back-in-stock', 'coming-soon', 'price-drop', 'low-stock', 'reminder', 'manual'] as const
export const topicMedia = ['email', 'sms', 'whatsapp', 'push', 'webhook'] as const
/** The text of a WhatsApp message is a template at the provider. */
export const templateMedia = ['email', 'sms', 'push'] as const

const topicName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{1,60}$/, 'must be letters, digits, dashes and underscores')

const topic = z.strictObject({
  topic: z.string(),
  rule: z.enum(ruleNames),
  options: z.record(z.string(), z.string()),
  channels: z.array(z.string()),
  enabled: z.boolean(),
  isStandard: z.boolean(),
})

/** The languages of messages to shoppers. */
export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'ja', 'ar', 'hi'] as const

const templateKey = z.object({
  topic: topicName,
  medium: z.enum(templateMedia),
  /** `*` for all languages. */
  locale: z.enum(['*', ...languages]).default('*'),
})
/** Null: the built-in part. */
const part = z.string().max(200_000, 'may have at most 200,000 characters').nullable().default(null)
const draft = templateKey.extend({ subject: part, html: part, text: part })
const previewedDraft = draft.extend({ variantId: z.string().max(500).transform(plainProductId).nullish() })

const source = { subject: z.string().nullable(), html: z.string().nullable(), text: z.string().nullable() }
const storedKey = { topic: z.string(), medium: z.string(), locale: z.string() }
const version = { version: z.number(), author: z.string(), createdAt: timestamp }
const storedTemplate = z.strictObject({ ...storedKey, ...source, ...version })

const fault = z.strictObject({
  part: z.enum(['subject', 'html', 'text']),
  line: z.number(),
  column: z.number(),
  says: z.string(),
  isSlow: z.boolean(),
})
const segments = z.strictObject({
  alphabet: z.enum(['gsm', 'unicode']),
  units: z.number(),
  segments: z.number(),
  left: z.number(),
})

export const templateRoutes = {
  'GET /topics': {
    answer: z.strictObject({
      topics: z.array(topic),
      rules: z.array(z.enum(ruleNames)).readonly(),
      media: z.array(z.enum(topicMedia)).readonly(),
      settings: z.record(z.string(), z.string()),
    }),
  },
  'POST /topics': {
    fields: z.object({
      topic: topicName,
      rule: z.enum(ruleNames).optional(),
      options: z.record(z.string().max(40), z.string().max(200)).optional(),
      channels: z.array(z.enum(topicMedia)).min(1, 'must name at least one').optional(),
      enabled: z.boolean().optional(),
    }),
    answer: topic,
  },

  'GET /templates': {
    answer: z.strictObject({
      own: z.array(z.strictObject({ ...storedKey, ...version })),
      languages: z.array(z.enum(languages)).readonly(),
      media: z.array(z.enum(templateMedia)).readonly(),
    }),
  },
  'GET /templates/one': {
    fields: templateKey,
    answer: z.strictObject({ builtIn: z.strictObject(source), versions: z.array(storedTemplate) }),
  },
  'POST /templates': { fields: draft, answer: storedTemplate },
  'POST /templates/preview': {
    fields: previewedDraft,
    answer: z.strictObject({
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      faults: z.array(fault),
      segments: segments.nullable(),
    }),
  },
  /** A form of the page posts its draft into a frame. */
  'POST /templates/frame': {
    fields: z.object({ draft: z.string(), scheme: z.enum(['light', 'dark']).default('light') }),
    answer: html,
  },
  'POST /templates/test': {
    fields: previewedDraft.extend({ to: z.string().trim().max(320) }),
    answer: z.strictObject({ to: z.string() }),
  },
} as const
