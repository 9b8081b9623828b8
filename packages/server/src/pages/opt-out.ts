/** `/o/…`: refuses one kind of message for an address. Opening the page changes nothing, because mail scanners open links. */
import type { FastifyInstance } from 'fastify'
import { readOptOut } from '../domain/shoppers/links.ts'
import { type OptOut, optOut, undoOptOut } from '../domain/shoppers/opt-outs.ts'
import type { PhraseKey } from '../letters/languages/en.ts'
import { html } from './html.ts'
import { type Page, phrase, showPage, type Viewer } from './page.ts'
import { fieldsOf, type PageContext, readLink, showUnknownLink, viewerOf } from './visit.ts'

const bodies: Partial<Record<OptOut['purpose'], PhraseKey>> = {
  'shared-list': 'offListBody',
  'confirm-alert': 'offConfirmBody',
}

export function optOutRoutes(scope: FastifyInstance, context: PageContext): void {
  const { sql } = context

  scope.get('/o/:link', async (request, reply) => {
    const visit = await readLink(context, request, readOptOut)
    if (!visit) return showUnknownLink(request, reply)
    const viewer = viewerOf(request, visit.store)
    return showPage(reply, viewer, question(viewer, visit.claim))
  })

  scope.post('/o/:link', async (request, reply) => {
    const visit = await readLink(context, request, readOptOut)
    if (!visit) return showUnknownLink(request, reply)
    const { store, claim } = visit
    const viewer = viewerOf(request, store)
    const { act } = fieldsOf(request)
    if (act === 'undo') {
      await undoOptOut(sql, store, claim)
      return showPage(reply, viewer, { title: phrase(viewer, 'offUndoneTitle'), body: html`` })
    }
    // A request without the page's field is the one click of a mail program (RFC 8058), which shows no page.
    await optOut(sql, store, claim, act === 'stop' ? 'page' : 'one-click')
    if (act !== 'stop') return reply.type('text/plain; charset=utf-8').send('Unsubscribed.\n')
    return showPage(reply, viewer, stopped(viewer, claim))
  })
}

const sentence = (viewer: Viewer, { purpose }: OptOut) => {
  const key = bodies[purpose]
  return key ? html`<p>${phrase(viewer, key)}</p>` : null
}

const question = (viewer: Viewer, claim: OptOut): Page => ({
  title: phrase(viewer, 'offTitle'),
  body: html`${sentence(viewer, claim)}
<form method="post"><input type="hidden" name="act" value="stop"><button>${phrase(viewer, 'offButton')}</button></form>`,
})

const stopped = (viewer: Viewer, claim: OptOut): Page => ({
  title: phrase(viewer, 'offDoneTitle'),
  body: html`${sentence(viewer, claim)}
<form method="post"><input type="hidden" name="act" value="undo"><button class="quiet">${phrase(viewer, 'offUndoButton')}</button></form>`,
})
