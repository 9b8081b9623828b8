/** `/alerts/…`: the alerts of an address: unsubscribe from one or all and undo it, move one to another variant. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { formatLocale } from '../domain/settings/languages.ts'
import type { AnyRecipient } from '../domain/shoppers/addresses.ts'
import { findLinkRecipient, type LinkRecipient } from '../domain/shoppers/link-recipient.ts'
import { readAlerts } from '../domain/shoppers/links.ts'
import type { Store } from '../domain/stores/stores.ts'
import { moveAlert } from '../domain/subscriptions/move-alert.ts'
import {
  fetchMyAlerts,
  type MyAlert,
  undoUnsubscribeAlert,
  unsubscribeAlert,
} from '../domain/subscriptions/my-alerts.ts'
import { undoUnsubscribeAll, unsubscribeAll } from '../domain/subscriptions/unsubscribe-all.ts'
import type { PhraseKey } from '../letters/languages/en.ts'
import { alertRow } from './alert-row.ts'
import { type Html, html } from './html.ts'
import { phrase, showPage, type Viewer } from './page.ts'
import { picturesOf } from './product-row.ts'
import { showOldLink } from './request-link.ts'
import { consentSourceOf, fieldsOf, type PageContext, readLink, showUnknownLink, textOf, viewerOf } from './visit.ts'

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

export function myAlertsRoutes(scope: FastifyInstance, context: PageContext): void {
  const { sql } = context

  scope.get('/alerts/:link', async (request, reply) => {
    const visit = await readLink(context, request, readAlerts)
    if (!visit) return showUnknownLink(request, reply)
    const { store, claim } = visit
    const found = await findLinkRecipient(sql, store, claim)
    const recipient = claim.until > new Date() && found?.recipient
    if (!recipient) return showOldLink(request, reply, store, whyOld(found))
    const viewer = viewerOf(request, store, found.locale)
    const alerts = await fetchMyAlerts(sql, store, recipient)
    const locale = formatLocale(viewer.language, found.locale)
    return showPage(reply, viewer, {
      title: phrase(viewer, alerts.length > 0 ? 'myAlerts' : 'noneTitle'),
      body: html`<p class="soft">${phrase(viewer, alerts.length > 0 ? 'alertsFor' : 'noneBody', { address: recipient.address })}</p>
${noteOf(viewer, request)}<ul>${alerts.map((alert) => item(viewer, alert, locale))}</ul>
${alerts.length > 1 ? form(viewer, 'stop', 'stopButton') : null}`,
      pictures: picturesOf(alerts, store.settings.shopUrl),
      layout: 'rows',
    })
  })

  scope.post('/alerts/:link', async (request, reply) => {
    const visit = await readLink(context, request, readAlerts)
    if (!visit) return showUnknownLink(request, reply)
    const { store, claim } = visit
    const found = await findLinkRecipient(sql, store, claim)
    const recipient = claim.until > new Date() && found?.recipient
    if (!recipient) return showOldLink(request, reply, store, whyOld(found))
    // Relative, so that it works behind a proxy with a path.
    return reply.redirect(`?${new URLSearchParams(await act(context, store, recipient, request))}`, 303)
  })
}

const whyOld = (found: LinkRecipient | null) => ({
  because: found && !found.recipient ? ('moved' as const) : ('expired' as const),
  locale: found?.locale,
})

/** What was done, for the note at the top of the page; empty when nothing changed. */
async function act({ sql }: PageContext, store: Store, of: AnyRecipient, request: FastifyRequest) {
  const { act, alert, variant } = fieldsOf(request)
  const by = consentSourceOf(store, request, 'my-alerts')
  const id = textOf(alert)
  const done = (isDone: boolean, what: string) => (isDone ? { done: what } : { done: '' })
  if (act === 'stop') return done((await unsubscribeAll(sql, store, of, by)) > 0, 'stopped')
  if (act === 'undo-stop') return done((await undoUnsubscribeAll(sql, store, of, by)) > 0, 'undone')
  if (!isId(id)) return done(false, '')
  if (act === 'leave')
    return (await unsubscribeAlert(sql, store, of, id, by)) ? { done: 'left', alert: id } : done(false, '')
  if (act === 'undo') return done(await undoUnsubscribeAlert(sql, store, of, id, by), 'back')
  if (act === 'move') return done(await moveAlert(sql, store, of, id, textOf(variant)), 'moved')
  return done(false, '')
}

/** What was just done, and how to undo it. */
const notes: Readonly<Record<string, PhraseKey>> = {
  ...{ left: 'leftNote', stopped: 'leftNote', moved: 'movedNote', back: 'backNote', undone: 'undoneTitle' },
}

function noteOf(viewer: Viewer, request: FastifyRequest): Html | null {
  const query = request.query as { done?: unknown; alert?: unknown }
  const [done, alert] = [textOf(query.done), textOf(query.alert)]
  if (!Object.hasOwn(notes, done)) return null
  const undo =
    done === 'left' && isId(alert)
      ? form(viewer, 'undo', 'undoOne', html`<input type="hidden" name="alert" value="${alert}">`)
      : done === 'stopped'
        ? form(viewer, 'undo-stop', 'undoOne')
        : null
  return html`<div class="note"><p role="status">${phrase(viewer, notes[done]!)}</p>${undo}</div>`
}

const form = (viewer: Viewer, act: string, label: PhraseKey, fields: Html | null = null) =>
  html`<form method="post"><input type="hidden" name="act" value="${act}">${fields}<button class="quiet">${phrase(viewer, label)}</button></form>`

/** Its message was sent, and nothing is left to stop. */
const isOver = ({ status, offerUntil }: MyAlert) => status === 'told' && !offerUntil

const item = (viewer: Viewer, alert: MyAlert, locale: string) => html`<li class="alert">
${alertRow(viewer, alert, locale)}
<div class="acts">${alert.siblings.length > 0 && !alert.anyVariant ? moving(viewer, alert) : null}
<form method="post"><input type="hidden" name="act" value="leave"><input type="hidden" name="alert" value="${alert.subscriptionId}"><button class="quiet" aria-describedby="n-${alert.subscriptionId}">${phrase(viewer, isOver(alert) ? 'removeButton' : 'leaveButton')}</button></form></div>
</li>`

/** Folded away: most people come to look or to leave. */
const moving = (viewer: Viewer, { subscriptionId, siblings }: MyAlert) => html`<details>
<summary id="m-${subscriptionId}">${phrase(viewer, 'moveLabel')}</summary>
<form class="move" method="post">
<input type="hidden" name="act" value="move"><input type="hidden" name="alert" value="${subscriptionId}">
<select aria-labelledby="m-${subscriptionId}" name="variant">${siblings.map(({ variantId, variantInfo }) => html`<option value="${variantId}">${variantInfo}</option>`)}</select>
<button class="quiet">${phrase(viewer, 'moveButton')}</button></form></details>`
