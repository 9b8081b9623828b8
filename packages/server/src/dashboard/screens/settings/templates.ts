/** Templates by topic, medium and language, with versions, a preview and a test. */
import { languages, templateMedia } from '@heartbell/contract/dashboard/messages'
import { type Read, type StoreRoutes, storeRoutes } from '@heartbell/contract/dashboard/routes'
import { badField, Refusal } from '@heartbell/contract/errors'
import { parseJson } from '@heartbell/contract/json'
import type { FastifyInstance } from 'fastify'
import { findVariant } from '../../../domain/deliveries/find-variant.ts'
import { fetchTemplates, fetchVersions, saveTemplate } from '../../../domain/messages/templates.ts'
import { topicNamed } from '../../../domain/rules/standard-topics.ts'
import { newId } from '../../../domain/secrets/ids.ts'
import { readAddress } from '../../../domain/shoppers/addresses.ts'
import { maskAddress } from '../../../domain/shoppers/mask-address.ts'
import { isSmsAllowed } from '../../../domain/shoppers/sms-countries.ts'
import { showUser, type User } from '../../../domain/staff/users.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { builtIn, kindOfTemplate } from '../../../letters/built-in.ts'
import { type DraftFault, writeLimitedDraft } from '../../../letters/draft.ts'
import { countSegments } from '../../../letters/rendering/sms.ts'
import { sendTest, type TestMessage } from '../../../letters/test-message.ts'
import { admitMember } from '../../plumbing/admit.ts'
import { base, bindStore, bindStoreAct } from '../../plumbing/bind.ts'
import type { DashboardContext } from '../../plumbing/dashboard-context.ts'
import { readGiven } from '../../plumbing/read-fields.ts'
import { sendFrame } from '../outbox.ts'

const refuseFaults = ([fault]: DraftFault[]) => {
  if (fault) throw new Refusal('bad-request', 'template-fault', `${fault.part}, line ${fault.line}: ${fault.says}.`)
}

const frame = storeRoutes['POST /templates/frame']

type EditedTemplate = Read<StoreRoutes['POST /templates']> & { variantId?: string | null | undefined }

const sampleAddress = 'ada@example.com'

export function templateRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql, publicUrl } = context

  bindStore(scope, context, 'GET /templates', { needs: 'viewer' }, async ({ store }) => ({
    own: (await fetchTemplates(sql, store.storeId)).map(({ topic, medium, locale, version, author, createdAt }) => ({
      ...{ topic, medium, locale, version, author, createdAt },
    })),
    languages,
    media: templateMedia,
  }))

  bindStore(scope, context, 'GET /templates/one', { needs: 'viewer' }, async ({ store, fields }) => {
    const { rule } = topicNamed(store.topics, fields.topic)
    return {
      builtIn: builtIn(kindOfTemplate(fields.topic, rule), fields.medium),
      versions: await fetchVersions(sql, store, fields),
    }
  })

  bindStoreAct(
    scope,
    context,
    'POST /templates',
    {
      needs: 'marketer',
      // Rendered once before it is saved, so that a slow or faulty template is refused here and not when it is sent.
      prepare: async ({ store, user, fields }) =>
        refuseFaults((await write(store, user, fields, sampleAddress)).faults),
    },
    async ({ sql, store, fields, user }) => {
      const saved = await saveTemplate(sql, store, fields, fields, showUser(user))
      const { topic, medium, locale, version } = saved
      // Every version is stored, so its number identifies the text before and after.
      return { answer: saved, act: { act: 'template-saved', facts: { topic, medium, locale, version } } }
    },
  )

  const write = async (store: Store, { userId }: User, fields: EditedTemplate, address: string) => {
    const variant = fields.variantId ? await findVariant(sql, store, fields.variantId) : null
    return await writeLimitedDraft(context.limits, store, userId, { ...fields, variant, address }, publicUrl())
  }

  bindStore(
    scope,
    context,
    'POST /templates/preview',
    { notAnAct: 'shows a draft and keeps nothing', needs: 'viewer' },
    async ({ store, fields, user }) => {
      const { letter, faults } = await write(store, user, fields, sampleAddress)
      const { subject = '', text = '', html = '' } = letter ?? {}
      return { subject, text, html, faults, segments: fields.medium === 'sms' ? countSegments(text) : null }
    },
  )

  /** A form of the page posts its draft into a frame, because the answer needs its own policy; nothing is stored. */
  const config = { audit: { notAnAct: 'shows a draft and keeps nothing' } }
  scope.post(`${base}/stores/:store/templates/frame`, { config }, async (request, reply) => {
    if (request.headers['sec-fetch-site'] !== 'same-origin')
      throw new Refusal('not-allowed', 'foreign-call', 'Only the dashboard’s own pages may do this.')
    const { store, user } = await admitMember(context, request, 'viewer')
    const { draft: text, scheme } = readGiven(frame.fields, request.body)
    const { letter } = await write(
      store,
      user,
      readGiven(storeRoutes['POST /templates/preview'].fields, readDraft(text)),
      sampleAddress,
    )
    return sendFrame(reply, inScheme(letter?.html ?? '', scheme))
  })

  const writeTest = async ({
    store,
    user,
    fields,
  }: {
    store: Store
    user: User
    fields: Read<StoreRoutes['POST /templates/test']>
  }) => {
    const { medium } = fields
    if (medium === 'push')
      throw new Refusal(
        'bad-request',
        'invalid-medium',
        'medium push goes to a browser that asked for it, not to an address.',
      )
    const to = readAddress(medium, fields.to, store.settings.country)
    if (!to)
      throw new Refusal(
        'bad-request',
        'invalid-to',
        `to must be ${medium === 'email' ? 'an e-mail address' : 'a phone number'}.`,
      )
    if (medium === 'sms' && !isSmsAllowed(store, to))
      throw new Refusal('bad-request', 'invalid-to', 'to must be a number of a country that sms-countries allows.')
    const { letter, faults } = await write(store, user, fields, to)
    refuseFaults(faults)
    return { channel: medium, to, letter: letter!, about: newId() } satisfies TestMessage
  }
  bindStoreAct(
    scope,
    context,
    'POST /templates/test',
    { needs: 'marketer', prepare: writeTest },
    async ({ sql, store, fields: { topic, medium, locale }, prepared }) => {
      await sendTest(sql, store, prepared, publicUrl())
      const { to } = prepared
      return { answer: { to }, act: { act: 'test-sent', facts: { to: maskAddress(to), topic, medium, locale } } }
    },
  )
}

function readDraft(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw badField(['draft'], 'is not valid JSON')
  }
}

/** Mails follow the reader's colour scheme; here the merchant chooses. */
const inScheme = (html: string, scheme: 'light' | 'dark') =>
  html.replaceAll(/\(\s*prefers-color-scheme:\s*dark\s*\)/gi, scheme === 'dark' ? 'all' : 'not all')
