/** `/alerts`: asks for an address and sends it a link to its alerts. The answer does not show whether it has any. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addMessage } from '../domain/messages/messages.ts'
import { storePrefix } from '../domain/secrets/ids.ts'
import { readAddress } from '../domain/shoppers/addresses.ts'
import { findNewestAlert } from '../domain/shoppers/link-recipient.ts'
import { writeAlerts, writeUnsubscribe } from '../domain/shoppers/links.ts'
import { type Store, storeIdOf } from '../domain/stores/stores.ts'
import { composeAlertsLink } from '../letters/system-messages.ts'
import { html } from './html.ts'
import { type Page, phrase, showPage, type Viewer } from './page.ts'
import { makeRateLimit } from './rate-limit.ts'
import { fieldsOf, type PageContext, showUnknownLink, textOf, viewerOf } from './visit.ts'

const linkValidity = 24 * 3_600_000
/** To one address: more requests come from somebody else. */
const mostLinks = { most: 6, within: 3_600_000 }

export function requestLinkRoutes(scope: FastifyInstance, context: PageContext): void {
  const limit = makeRateLimit(20, 10 * 60_000)

  scope.get('/alerts', async (request, reply) => {
    const query = request.query as { store?: unknown; lang?: unknown }
    const store = await findNamed(context, query.store)
    if (!store) return showUnknownLink(request, reply)
    const viewer = viewerOf(request, store, textOf(query.lang))
    return showPage(reply, viewer, requestPage(viewer, store))
  })

  scope.post('/alerts', async (request, reply) => {
    const fields = fieldsOf(request)
    const store = await findNamed(context, fields.store)
    if (!store) return showUnknownLink(request, reply)
    const viewer = viewerOf(request, store, textOf(fields.lang))
    const address = readAddress('email', textOf(fields.address), store.settings.country)
    if (address === null) return showPage(reply, viewer, { ...requestPage(viewer, store, true), status: 400 })
    if (!limit.allows(request.ip)) return showTooMany(reply, viewer)
    // Not awaited: the time it takes would show whether the address is known.
    sendLink(context, store, address, viewer).catch((error) =>
      request.log.warn({ err: error }, 'the link to the alerts could not be sent'),
    )
    return showPage(reply, viewer, {
      title: phrase(viewer, 'askedTitle'),
      body: html`<p>${phrase(viewer, 'askedBody', { address })}</p>`,
    })
  })
}

/** By pid, or by the eight characters that begin every public id of the store. */
async function findNamed({ stores }: PageContext, named: unknown): Promise<Store | null> {
  const text = textOf(named).replaceAll(' ', '+')
  if (storeIdOf(text) !== null) return await stores.find(text)
  if (!/^[A-Za-z0-9_-]{8}$/.test(text)) return null
  return await stores.findByNumber(Buffer.from(text, 'base64url').readUIntBE(0, 6))
}

async function sendLink({ sql, publicUrl }: PageContext, store: Store, address: string, viewer: Viewer): Promise<void> {
  const subscriptionId = await findNewestAlert(sql, store, { medium: 'email', address })
  if (!subscriptionId) return
  const until = new Date(Date.now() + linkValidity)
  const link = `${publicUrl()}/alerts/${writeAlerts(store, { subscriptionId, address, until })}`
  const optOut = `${publicUrl()}/u/${writeUnsubscribe(store, { subscriptionId, address })}`
  await addMessage(sql, store, {
    ...composeAlertsLink(store, { link, optOut, locale: viewer.language }),
    purpose: 'alerts-link',
    channel: 'email',
    recipient: address,
    about: 'alerts',
    allowed: mostLinks,
  })
}

type RequestForm = { isWrong?: boolean; action?: string }

/** An empty action posts to the page itself. */
const requestForm = (viewer: Viewer, store: Store, { isWrong = false, action = '' }: RequestForm = {}) =>
  html`<form method="post"${action ? html` action="${action}"` : null}>
<input type="hidden" name="store" value="${storePrefix(store.storeId)}">
<input type="hidden" name="lang" value="${viewer.language}">
<label for="address">${phrase(viewer, 'askLabel')}</label>
<input id="address" name="address" type="email" autocomplete="email" required maxlength="254"${isWrong ? html` aria-invalid="true" aria-describedby="wrong"` : null}>
${isWrong ? html`<p class="wrong" id="wrong" role="alert">${phrase(viewer, 'askWrong')}</p>` : null}
<button>${phrase(viewer, 'askButton')}</button>
</form>`

const requestPage = (viewer: Viewer, store: Store, isWrong = false): Page => ({
  title: phrase(viewer, 'myAlerts'),
  body: html`<p>${phrase(viewer, 'askBody')}</p>
${requestForm(viewer, store, { isWrong })}`,
})

const showTooMany = (reply: FastifyReply, viewer: Viewer) =>
  showPage(reply.header('retry-after', '600'), viewer, {
    status: 429,
    title: phrase(viewer, 'tooManyTitle'),
    body: html`<p>${phrase(viewer, 'tooManyBody')}</p>`,
  })

/** A valid link that opens nothing any more: it has expired, or its alert goes to another address. The page has the form for a new one. */
export function showOldLink(
  request: FastifyRequest,
  reply: FastifyReply,
  store: Store,
  { because, locale }: { because: 'expired' | 'moved'; locale?: string | null | undefined },
) {
  const viewer = viewerOf(request, store, locale)
  return showPage(reply, viewer, {
    status: 410,
    title: phrase(viewer, because === 'moved' ? 'goneTitle' : 'oldTitle'),
    body: html`<p>${phrase(viewer, because === 'moved' ? 'goneBody' : 'oldBody')}</p>
${requestForm(viewer, store, { action: '../alerts' })}`,
  })
}
