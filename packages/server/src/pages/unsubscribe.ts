/** `/u/…`: unsubscribes an address from all alerts of a store. Opening the page changes nothing, because mail scanners open links. */
import type { FastifyInstance } from 'fastify'
import type { AnyRecipient } from '../domain/shoppers/addresses.ts'
import { readUnsubscribe } from '../domain/shoppers/links.ts'
import { findRecipient } from '../domain/subscriptions/my-alerts.ts'
import { undoUnsubscribeAll, unsubscribeAll } from '../domain/subscriptions/unsubscribe-all.ts'
import { html } from './html.ts'
import { type Page, phrase, showPage, type Viewer } from './page.ts'
import { consentSourceOf, fieldsOf, type PageContext, readLink, showUnknownLink, viewerOf } from './visit.ts'

export function unsubscribeRoutes(scope: FastifyInstance, context: PageContext): void {
  const { sql } = context

  scope.get('/u/:link', async (request, reply) => {
    const visit = await readLink(context, request, readUnsubscribe)
    const recipient = visit && (await findRecipient(sql, visit.store, visit.claim))
    if (!recipient) return showUnknownLink(request, reply)
    const viewer = viewerOf(request, visit.store, recipient.locale)
    return showPage(reply, viewer, question(viewer, recipient))
  })

  scope.post('/u/:link', async (request, reply) => {
    const visit = await readLink(context, request, readUnsubscribe)
    const recipient = visit && (await findRecipient(sql, visit.store, visit.claim))
    if (!recipient) return showUnknownLink(request, reply)
    const { store } = visit
    const viewer = viewerOf(request, store, recipient.locale)
    const { act } = fieldsOf(request)
    if (act === 'undo') {
      await undoUnsubscribeAll(sql, store, recipient, consentSourceOf(store, request, 'page'))
      return showPage(reply, viewer, undone(viewer))
    }
    // A request without the page's field is the one click of a mail program (RFC 8058), which shows no page.
    await unsubscribeAll(sql, store, recipient, consentSourceOf(store, request, act === 'stop' ? 'page' : 'one-click'))
    if (act !== 'stop') return reply.type('text/plain; charset=utf-8').send('Unsubscribed.\n')
    return showPage(reply, viewer, stopped(viewer, recipient))
  })
}

const question = (viewer: Viewer, { address }: AnyRecipient): Page => ({
  title: phrase(viewer, 'stopTitle'),
  body: html`<p>${phrase(viewer, 'stopBody', { address })}</p>
<form method="post"><input type="hidden" name="act" value="stop"><button>${phrase(viewer, 'stopButton')}</button></form>`,
})

const stopped = (viewer: Viewer, { address }: AnyRecipient): Page => ({
  title: phrase(viewer, 'stoppedTitle'),
  body: html`<p>${phrase(viewer, 'stoppedBody', { address })}</p>
<p class="soft">${phrase(viewer, 'undoHint')}</p>
<form method="post"><input type="hidden" name="act" value="undo"><button class="quiet">${phrase(viewer, 'undoButton')}</button></form>`,
})

const undone = (viewer: Viewer): Page => ({
  title: phrase(viewer, 'undoneTitle'),
  body: html`<p>${phrase(viewer, 'undoneBody')}</p>`,
})
