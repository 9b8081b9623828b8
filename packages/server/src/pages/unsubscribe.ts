/** `/u/…`: unsubscribes an address from all alerts of a store. Opening the page changes nothing, because mail scanners open links. */
import type { FastifyInstance } from 'fastify'
import { fetchPageChoice } from '../domain/saved-alerts/page-choice.ts'
import type { AnyRecipient } from '../domain/shoppers/addresses.ts'
import { findEarlierAddress, findLinkRecipient } from '../domain/shoppers/link-recipient.ts'
import { readUnsubscribe, type SentClaim } from '../domain/shoppers/links.ts'
import { unsubscribeAlert } from '../domain/subscriptions/my-alerts.ts'
import { undoUnsubscribeAll, unsubscribeAll } from '../domain/subscriptions/unsubscribe-all.ts'
import { type Html, html } from './html.ts'
import { type Page, phrase, showPage, type Viewer } from './page.ts'
import { showOldLink } from './request-link.ts'
import {
  consentSourceOf,
  fieldsOf,
  type PageContext,
  readLink,
  showUnknownLink,
  type Visit,
  viewerOf,
} from './visit.ts'

export function unsubscribeRoutes(scope: FastifyInstance, context: PageContext): void {
  const { sql } = context

  scope.get('/u/:link', async (request, reply) => {
    const visit = await readLink(context, request, readUnsubscribe)
    const found = visit && (await findLinkRecipient(sql, visit.store, visit.claim))
    if (!found) return showUnknownLink(request, reply)
    const { recipient, locale } = found
    if (!recipient) return showOldLink(request, reply, visit.store, { because: 'moved', locale })
    const viewer = viewerOf(request, visit.store, locale)
    const besides = (await isAboutSaved(context, visit, recipient)) ? onlySaved(viewer) : null
    return showPage(reply, viewer, question(viewer, recipient, besides))
  })

  scope.post('/u/:link', async (request, reply) => {
    const visit = await readLink(context, request, readUnsubscribe)
    const found = visit && (await findLinkRecipient(sql, visit.store, visit.claim))
    if (!found) return showUnknownLink(request, reply)
    const { store, claim } = visit
    const { recipient, locale } = found
    const viewer = viewerOf(request, store, locale)
    const { act } = fieldsOf(request)
    if (recipient && act === 'undo') {
      await undoUnsubscribeAll(sql, store, recipient, consentSourceOf(store, request, 'page'))
      return showPage(reply, viewer, undone(viewer))
    }
    if (act === 'stop-saved' && recipient) {
      const alert = await fetchPageChoice(sql, store, recipient)
      if (alert)
        await unsubscribeAlert(sql, store, recipient, alert.subscriptionId, consentSourceOf(store, request, 'page'))
      return showPage(reply, viewer, { title: phrase(viewer, 'leftNote'), body: html`` })
    }
    // The address that the link was sent to may have other alerts, and its reader wants none.
    const reader = recipient ?? (act === 'undo' ? null : await findEarlierAddress(sql, store, claim))
    const by = consentSourceOf(store, request, act === 'stop' ? 'page' : 'one-click')
    if (reader) await unsubscribeAll(sql, store, reader, by)
    // A request without the page's field is the one click of a mail program (RFC 8058), which shows no page.
    if (reader && act !== 'stop') return reply.type('text/plain; charset=utf-8').send('Unsubscribed.\n')
    if (!recipient) return showOldLink(request, reply, store, { because: 'moved', locale })
    return showPage(reply, viewer, stopped(viewer, recipient))
  })
}

/** The message was about saved items: the reader may stop only those. */
const isAboutSaved = async ({ sql }: PageContext, { store, claim }: Visit<SentClaim>, of: AnyRecipient) =>
  (await fetchPageChoice(sql, store, of))?.subscriptionId === claim.subscriptionId

const onlySaved = (viewer: Viewer) =>
  html`<form method="post"><input type="hidden" name="act" value="stop-saved"><button class="quiet">${phrase(viewer, 'savedStop')}</button></form>`

const question = (viewer: Viewer, { address }: AnyRecipient, besides: Html | null = null): Page => ({
  title: phrase(viewer, 'stopTitle'),
  body: html`<p>${phrase(viewer, 'stopBody', { address })}</p>
<form method="post"><input type="hidden" name="act" value="stop"><button>${phrase(viewer, 'stopButton')}</button></form>${besides}`,
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
