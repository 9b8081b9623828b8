/** `/alerts/confirm/…`: confirms alerts (double opt-in). By a button, because mail scanners open links. */
import type { FastifyInstance } from 'fastify'
import { readConfirm } from '../domain/shoppers/links.ts'
import { confirmSubscriptions } from '../domain/subscriptions/confirm-subscriptions.ts'
import { type Confirmation, findConfirmation } from '../domain/subscriptions/confirmations.ts'
import { namesOf } from '../letters/request-confirmation.ts'
import { html } from './html.ts'
import { type Page, phrase, showPage, type Viewer } from './page.ts'
import { type PageContext, readLink, showUnknownLink, viewerOf } from './visit.ts'

export function confirmRoutes(scope: FastifyInstance, context: PageContext): void {
  const { sql } = context

  scope.get('/alerts/confirm/:link', async (request, reply) => {
    const visit = await readLink(context, request, readConfirm)
    const asked = visit && (await findConfirmation(sql, visit.store, visit.claim))
    if (!asked) return showUnknownLink(request, reply)
    const viewer = viewerOf(request, visit.store, asked.locale)
    return showPage(reply, viewer, isOpen(asked) ? question(viewer, asked) : confirmed(viewer, asked))
  })

  scope.post('/alerts/confirm/:link', async (request, reply) => {
    const visit = await readLink(context, request, readConfirm)
    const asked = visit && (await findConfirmation(sql, visit.store, visit.claim))
    if (!asked) return showUnknownLink(request, reply)
    const ids = asked.alerts.map(({ subscriptionId }) => subscriptionId)
    await confirmSubscriptions(sql, visit.store, ids, 'page')
    const viewer = viewerOf(request, visit.store, asked.locale)
    return showPage(reply, viewer, confirmed(viewer, asked))
  })
}

const isOpen = ({ alerts }: Confirmation) => alerts.some(({ status }) => status === 'unconfirmed')

const names = ({ alerts }: Confirmation) =>
  html`<ul>${namesOf(alerts).map((name) => html`<li class="item"><bdi>${name}</bdi></li>`)}</ul>`

const question = (viewer: Viewer, asked: Confirmation): Page => ({
  title: phrase(viewer, 'confirmTitle'),
  body: html`<p>${phrase(viewer, 'confirmPage', { address: asked.address })}</p>
${names(asked)}
${asked.alerts.some(({ joinsOnYes }) => joinsOnYes) ? html`<p>${phrase(viewer, 'confirmJoins')}</p>` : null}
<form method="post"><button>${phrase(viewer, 'confirmButton')}</button></form>`,
})

const confirmed = (viewer: Viewer, asked: Confirmation): Page => ({
  title: phrase(viewer, 'confirmedTitle'),
  body: html`<p>${phrase(viewer, 'confirmedBody')}</p>
${names(asked)}`,
})
