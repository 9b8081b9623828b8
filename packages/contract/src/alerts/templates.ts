/** A store's message templates by topic, medium and language: versions, preview and test. */
import { z } from 'zod'
import { withJsonSchema } from '../wire/documented.ts'
import { endpoint } from '../wire/endpoint.ts'
import { optional, productKey, requiredText, singleLine, text } from '../wire/fields.ts'
import { templateNames } from '../wire/names.ts'
import { wholeNumber } from '../wire/numbers.ts'
import { resource } from '../wire/resource.ts'
import { topicName } from './subscriptions.ts'

const tag = 'Templates'
const medium = z.enum(['email', 'sms', 'push'])

/** `*`: all languages without a template of their own. */
const locale = withJsonSchema(
  z.string().refine((value) => /^(\*|[a-z]{2,3}(-[A-Za-z0-9]{2,8})*)$/.test(value), {
    message: 'must be a language such as de or pt-BR, or * for all others',
  }),
  { type: 'string' },
)

const mostSource = 200_000
const key = { topic: topicName, medium, locale: optional(locale) }
/** A part that is not sent comes from the built-in template. */
const source = {
  subject: optional(singleLine(1000)),
  html: optional(text(mostSource)),
  text: optional(text(mostSource)),
}

export const templateRecord = resource(templateNames, {
  topic: z.string(),
  medium: z.string(),
  locale: z.string(),
  version: z.int(),
  isBuiltIn: z.boolean(),
  subject: z.string().nullable(),
  html: z.string().nullable(),
  text: z.string().nullable(),
  author: z.string(),
  createdAt: z.number().nullable(),
})

export const templatesAnswer = resource(templateNames, { templates: z.array(templateRecord.wire.strict()) })

export const fetchTemplates = endpoint({
  method: 'GET',
  path: '/storeadmin/v3/templates',
  auth: 'store',
  tag,
  summary: 'Fetch the templates in use: all of the store’s own, or the one that a topic and medium would use',
  fields: resource(templateNames, {
    topic: optional(topicName),
    medium: optional(medium),
    locale: optional(locale),
  }),
  inQuery: ['topic', 'medium', 'locale'],
  answer: templatesAnswer.wire.strict(),
})

export const saveTemplate = endpoint({
  method: 'PUT',
  path: '/storeadmin/v3/templates',
  auth: 'store',
  tag,
  act: 'template-saved',
  summary: 'Save a template; the previous one stays as a version. Without any part, the built-in is used again',
  fields: resource(templateNames, { ...key, ...source }),
  answer: templateRecord.wire.strict(),
  refusals: [[400, 'template-fault']],
})

export const fetchTemplateVersions = endpoint({
  method: 'GET',
  path: '/storeadmin/v3/templates/versions',
  auth: 'store',
  tag,
  summary: 'Fetch all versions of a template, newest first',
  fields: resource(templateNames, key),
  inQuery: ['topic', 'medium', 'locale'],
  answer: templatesAnswer.wire.strict(),
})

export const restoreTemplate = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/templates/restore',
  auth: 'store',
  tag,
  act: 'template-saved',
  summary: 'Restore an earlier version, or the built-in with version 0',
  fields: resource(templateNames, { ...key, version: wholeNumber(0, 1_000_000) }),
  answer: templateRecord.wire.strict(),
  refusals: [[404, 'unknown-version']],
})

const segments = resource(templateNames, { alphabet: z.string(), units: z.int(), segments: z.int(), left: z.int() })

export const segmentRecord = segments

export const previewAnswer = resource(templateNames, {
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  size: segments.wire.strict().nullable(),
})

/** With a product of the catalog, or a sample. */
const product = { variantId: optional(productKey) }

export const previewTemplate = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/templates/preview',
  auth: 'store',
  tag,
  summary: 'Render a template without saving it',
  fields: resource(templateNames, { ...key, ...source, ...product }),
  answer: previewAnswer.wire.strict(),
  reads: true,
  refusals: [
    [400, 'template-fault'],
    [400, 'unknown-product'],
  ],
})

export const testAnswer = resource(templateNames, { to: z.string(), message: z.string() })

export const testTemplate = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/templates/test',
  auth: 'store',
  tag,
  act: 'test-sent',
  summary: 'Send a rendered template to an address of yours',
  fields: resource(templateNames, { ...key, ...source, ...product, to: requiredText(254) }),
  answer: testAnswer.wire.strict(),
  refusals: [
    [400, 'template-fault'],
    [400, 'unknown-product'],
  ],
})
