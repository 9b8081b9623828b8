/** `/alerts/confirm/…`: confirms alerts (double opt-in). By a button, because mail scanners open links. */
import type { FastifyInstance } from 'fastify'
import { formatLocale } from '../domain/settings/languages.ts'
import { readConfirm } from '../domain/shoppers/links.ts'
import { confirmSubscriptions } from '../domain/subscriptions/confirm-subscriptions.ts'
import { type Confirmation, findConfirmation } from '../domain/subscriptions/confirmations.ts'
import { fetchMyAlerts } from '../domain/subscriptions/my-alerts.ts'
import { showMailItem } from '../letters/mail-items.ts'
import { say, wordingOf } from '../letters/rendering/phrases.ts'
import { itemsOf } from '../letters/request-confirmation.ts'
import { alertRow } from './alert-row.ts'
import { html } from './html.ts'
import { type Page, phrase, showPage, type Viewer } from './page.ts'
import { picturesOf, productRow } from './product-row.ts'
import { type PageContext, readLink, showUnknownLink, viewerOf } from './visit.ts'

export function confirmRoutes(scope: FastifyInstance, context: PageContext): void {
  const { sql } = context

  scope.get('/alerts/confirm/:link', async (request, reply) => {
    const visit = await readLink(context, request, readConfirm)
    const asked = visit && (await findConfirmation(sql, visit.store, visit.claim))
    if (!asked) return showUnknownLink(request, reply)
    const viewer = viewerOf(request, visit.store, asked.locale)
    return showPage(reply, viewer, isOpen(asked) ? question(viewer, asked) : await confirmed(context, viewer, asked))
  })

  scope.post('/alerts/confirm/:link', async (request, reply) => {
    const visit = await readLink(context, request, readConfirm)
    const asked = visit && (await findConfirmation(sql, visit.store, visit.claim))
    if (!asked) return showUnknownLink(request, reply)
    const ids = asked.alerts.map(({ subscriptionId }) => subscriptionId)
    await confirmSubscriptions(sql, visit.store, ids, 'page')
    const viewer = viewerOf(request, visit.store, asked.locale)
    return showPage(reply, viewer, await confirmed(context, viewer, asked))
  })
}

const isOpen = ({ alerts }: Confirmation) => alerts.some(({ status }) => status === 'unconfirmed')

/** Only products of the catalog: the address has not confirmed yet, and other text may be somebody else's message to the reader. */
function question(viewer: Viewer, asked: Confirmation): Page {
  const { shopUrl } = viewer.store!.settings
  const locale = formatLocale(viewer.language, asked.locale)
  const items = itemsOf(asked.alerts, say(wordingOf(viewer.store!.settings, viewer.language), 'unnamedProduct'))
  const rows = items.map((item) => {
    const { title, url, image, details } = showMailItem(item, shopUrl, locale)
    const row = { picture: image || null, name: title, address: url || null, lines: [html`<bdi>${details}</bdi>`] }
    return html`<li class="item">${productRow(row)}</li>`
  })
  return {
    title: phrase(viewer, 'confirmTitle'),
    body: html`<p>${phrase(viewer, 'confirmPage', { address: asked.address })}</p>
<ul>${rows}</ul>
${asked.alerts.some(({ joinsOnYes }) => joinsOnYes) ? html`<p>${phrase(viewer, 'confirmJoins')}</p>` : null}
<form method="post"><button>${phrase(viewer, 'confirmButton')}</button></form>`,
    pictures: picturesOf(items, shopUrl),
    layout: 'rows',
  }
}

/** With the place in line of each. The link may be opened again after the alerts were sent or have ended. */
async function confirmed({ sql }: PageContext, viewer: Viewer, asked: Confirmation): Promise<Page> {
  const store = viewer.store!
  const ids = new Set(asked.alerts.map(({ subscriptionId }) => subscriptionId))
  const alerts = (await fetchMyAlerts(sql, store, asked)).filter(({ subscriptionId }) => ids.has(subscriptionId))
  const locale = formatLocale(viewer.language, asked.locale)
  if (alerts.length === 0)
    return { title: phrase(viewer, 'endedTitle'), body: html`<p>${phrase(viewer, 'endedBody')}</p>`, status: 410 }
  const isInLine = alerts.some(({ status }) => status === 'waiting')
  return {
    title: phrase(viewer, isInLine ? 'confirmedTitle' : 'told'),
    body: html`${isInLine ? html`<p>${phrase(viewer, 'confirmedBody')}</p>` : null}
<ul>${alerts.map((alert) => html`<li class="item">${alertRow(viewer, alert, locale)}</li>`)}</ul>`,
    pictures: picturesOf(alerts, store.settings.shopUrl),
    layout: 'rows',
  }
}
