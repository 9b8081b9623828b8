/** `/u/…`: the end of all alerts of a store for an address. Looking at the page ends nothing, because mail scanners look at pages. */
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
    const reach = visit && (await findRecipient(sql, visit.store, visit.claim))
    if (!reach) return showUnknownLink(request, reply)
    const viewer = viewerOf(request, visit.store, reach.locale)
    return showPage(reply, viewer, question(viewer, reach))
  })

  scope.post('/u/:link', async (request, reply) => {
    const visit = await readLink(context, request, readUnsubscribe)
    const reach = visit && (await findRecipient(sql, visit.store, visit.claim))
    if (!reach) return showUnknownLink(request, reply)
    const { store } = visit
    const viewer = viewerOf(request, store, reach.locale)
    const { act } = fieldsOf(request)
    if (act === 'undo') {
      await undoUnsubscribeAll(sql, store, reach, consentSourceOf(store, request, 'page'))
      return showPage(reply, viewer, undone(viewer))
    }
    // Whatever comes without the page's own field is a mail program's one click (RFC 8058), which reads no page.
    await unsubscribeAll(sql, store, reach, consentSourceOf(store, request, act === 'stop' ? 'page' : 'one-click'))
    if (act !== 'stop') return reply.type('text/plain; charset=utf-8').send('Unsubscribed.\n')
    return showPage(reply, viewer, stopped(viewer, reach))
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
