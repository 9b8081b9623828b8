/** Routes of message templates: read, save, restore, preview and send a test. */
import type { FieldsOf } from '@heartbell/contract/endpoint'
import { badField } from '@heartbell/contract/errors'
import { templateNames as names } from '@heartbell/contract/names'
import { templateFault, unknownProduct, unknownVersion } from '@heartbell/contract/refusals'
import * as words from '@heartbell/contract/templates'
import type { FastifyInstance } from 'fastify'
import type { Sql } from '../../../database/connect.ts'
import { findVariant } from '../../../domain/deliveries/find-variant.ts'
import * as templates from '../../../domain/messages/templates.ts'
import { foldTopic, spellTopic, topicNamed } from '../../../domain/rules/standard-topics.ts'
import { readAddress } from '../../../domain/shoppers/addresses.ts'
import { maskAddress } from '../../../domain/shoppers/mask-address.ts'
import { isSmsAllowed } from '../../../domain/shoppers/sms-countries.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { builtIn, kindOfTemplate, type LetterMedium } from '../../../letters/built-in.ts'
import { writeLimitedDraft } from '../../../letters/draft.ts'
import { countSegments } from '../../../letters/rendering/sms.ts'
import { sendTest } from '../../../letters/test-message.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindStore } from '../../plumbing/bind.ts'
import { bindStoreAct } from '../../plumbing/bind-audited.ts'

type TemplateKeyFields = { topic: string; medium: LetterMedium; locale?: string | undefined }
type TemplateDraftFields = FieldsOf<typeof words.previewTemplate>

const keyOf = ({ topics }: Store, { topic, medium, locale = '*' }: TemplateKeyFields) => ({
  topic: spellTopic(topics, topic),
  medium,
  locale,
})

const show = (template: templates.StoredTemplate) =>
  words.templateRecord.write({
    ...template,
    isBuiltIn: !templates.isOwn(template),
    createdAt: template.createdAt.getTime(),
  })

/** Every version is stored, so its number identifies the content before and after. */
const saved = (template: templates.StoredTemplate) => {
  const { topic, medium, locale, version } = template
  return { answer: show(template), entry: { facts: { topic, medium, locale, version } } }
}

const showAll = (all: Record<string, unknown>[]) => words.templatesAnswer.write({ templates: all })

export function templateRoutes(app: FastifyInstance, context: AppContext): void {
  bindStore(app, context, words.fetchTemplates, async (store, { sql, fields: { topic, medium, locale } }) => {
    const own = await templates.fetchTemplates(sql, store.storeId)
    const wanted = own.filter(
      (one) =>
        (!topic || foldTopic(one.topic) === foldTopic(topic)) &&
        (!medium || one.medium === medium) &&
        (!locale || one.locale === locale),
    )
    if (wanted.length > 0 || !topic || !medium) return showAll(wanted.map(show))
    return showAll([showBuiltIn(store, { topic, medium, locale })])
  })

  bindStoreAct(app, context, words.saveTemplate, async (store, { sql, fields }) => {
    const { subject = null, html = null, text = null } = fields
    await renderTemplate(context, sql, store, fields, sampleAddress)
    return saved(await templates.saveTemplate(sql, store, keyOf(store, fields), { subject, html, text }, 'api'))
  })

  bindStore(app, context, words.fetchTemplateVersions, async (store, { sql, fields }) =>
    showAll((await templates.fetchVersions(sql, store, keyOf(store, fields))).map(show)),
  )

  bindStoreAct(app, context, words.restoreTemplate, async (store, { sql, fields }) => {
    const versions = await templates.fetchVersions(sql, store, keyOf(store, fields))
    const none = { subject: null, html: null, text: null }
    const source = fields.version === 0 ? none : versions.find(({ version }) => version === fields.version)
    if (!source) throw unknownVersion()
    return saved(await templates.saveTemplate(sql, store, keyOf(store, fields), source, 'api'))
  })

  bindStore(app, context, words.previewTemplate, async (store, { sql, fields }) => {
    const { subject, html, text } = await renderTemplate(context, sql, store, fields, sampleAddress)
    const size = fields.medium === 'sms' ? words.segmentRecord.write(countSegments(text)) : null
    return words.previewAnswer.write({ subject, html, text, size })
  })

  bindStoreAct(app, context, words.testTemplate, async (store, { sql, fields }) => {
    const to = readTestAddress(store, fields.medium, fields.to)
    const letter = await renderTemplate(context, sql, store, fields, to)
    const channel = fields.medium === 'sms' ? 'sms' : 'email'
    const about = JSON.stringify([fields.topic, letter.subject, letter.text.length, letter.html.length])
    await sendTest(sql, store, { channel, to, letter, about }, context.publicUrl())
    const { topic, medium, locale } = keyOf(store, fields)
    return {
      answer: words.testAnswer.write({ to, message: `The test is on its way to ${to}.` }),
      entry: { facts: { to: maskAddress(to), topic, medium, locale } },
    }
  })
}

const sampleAddress = 'ada@example.com'

function readTestAddress(store: Store, medium: LetterMedium, text: string): string {
  if (medium === 'push') throw badField([names.medium], 'push needs a subscribed browser; test email or sms instead')
  const address = readAddress(medium, text, store.settings.country)
  if (address === null)
    throw badField([names.to], `must be ${medium === 'sms' ? 'a phone number' : 'an e-mail address'}`)
  if (medium === 'sms' && !isSmsAllowed(store, address))
    throw badField([names.to], 'must be a phone number of a country that sms-countries allows')
  return address
}

/** Throws template errors with line and column, also those that occur only while rendering, and timeouts. */
async function renderTemplate(
  { limits, publicUrl }: AppContext,
  sql: Sql,
  store: Store,
  fields: TemplateDraftFields,
  address: string,
) {
  const { subject = null, html = null, text = null, variantId } = fields
  const variant = variantId ? await findVariant(sql, store, variantId) : null
  if (variantId && !variant) throw unknownProduct(variantId)
  const draft = { ...keyOf(store, fields), subject, html, text, variant, address }
  const { letter, faults } = await writeLimitedDraft(limits, store, 'key', draft, publicUrl())
  const [fault] = faults
  if (fault) throw templateFault(fault.part, fault.line, fault.column, fault.says)
  return letter!
}

function showBuiltIn(store: Store, { topic, medium, locale = '*' }: TemplateKeyFields) {
  const named = topicNamed(store.topics, topic)
  const source = builtIn(kindOfTemplate(named.topic, named.rule), medium)
  return words.templateRecord.write({
    ...{ topic: named.topic, medium, locale, ...source },
    version: 0,
    isBuiltIn: true,
    author: '',
    createdAt: null,
  })
}
