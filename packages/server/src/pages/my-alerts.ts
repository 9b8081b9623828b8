/** `/alerts/…`: the alerts of an address: unsubscribe from one or all, move one to another variant. */
import type { FastifyInstance } from 'fastify'
import { formatLocale } from '../domain/settings/languages.ts'
import { readAlerts } from '../domain/shoppers/links.ts'
import { moveAlert } from '../domain/subscriptions/move-alert.ts'
import { fetchMyAlerts, findRecipient, type MyAlert, unsubscribeAlert } from '../domain/subscriptions/my-alerts.ts'
import { unsubscribeAll } from '../domain/subscriptions/unsubscribe-all.ts'
import { knownTitle } from '../letters/alert-values.ts'
import type { PhraseKey } from '../letters/languages/en.ts'
import { writeDeadline, writeMoney } from '../letters/rendering/formats.ts'
import { productAddress, safeAddress } from '../letters/rendering/web-addresses.ts'
import { type Html, html } from './html.ts'
import { phrase, showPage, type Viewer } from './page.ts'
import { showExpiredLink } from './request-link.ts'
import { consentSourceOf, fieldsOf, type PageContext, readLink, showUnknownLink, textOf, viewerOf } from './visit.ts'

/** What was just done, shown at the top of the page. */
const notes: Readonly<Record<string, PhraseKey>> = { left: 'leftNote', moved: 'movedNote', stopped: 'leftNote' }

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

export function myAlertsRoutes(scope: FastifyInstance, context: PageContext): void {
  const { sql } = context

  scope.get('/alerts/:link', async (request, reply) => {
    const visit = await readLink(context, request, readAlerts)
    if (!visit) return showUnknownLink(request, reply)
    const { store, claim } = visit
    const recipient = await findRecipient(sql, store, claim.subscriptionId)
    if (claim.until < new Date() || !recipient) return showExpiredLink(request, reply, store, recipient?.locale)
    const viewer = viewerOf(request, store, recipient.locale)
    const alerts = await fetchMyAlerts(sql, store, recipient)
    const { done = '' } = request.query as { done?: string }
    const note = Object.hasOwn(notes, done)
      ? html`<p class="note" role="status">${phrase(viewer, notes[done]!)}</p>`
      : null
    const pictures = alerts.flatMap(({ imageUrl }) => safeAddress(imageUrl, store.settings.shopUrl) ?? [])
    return showPage(reply, viewer, {
      title: phrase(viewer, alerts.length > 0 ? 'myAlerts' : 'noneTitle'),
      body: html`<p class="soft">${phrase(viewer, alerts.length > 0 ? 'alertsFor' : 'noneBody', { address: recipient.address })}</p>
${note}<ul>${alerts.map((alert) => row(viewer, alert))}</ul>
${alerts.length > 1 ? stopAll(viewer) : null}`,
      pictures,
    })
  })

  scope.post('/alerts/:link', async (request, reply) => {
    const visit = await readLink(context, request, readAlerts)
    if (!visit) return showUnknownLink(request, reply)
    const { store, claim } = visit
    const recipient = await findRecipient(sql, store, claim.subscriptionId)
    if (claim.until < new Date() || !recipient) return showExpiredLink(request, reply, store, recipient?.locale)
    const { act, alert, variant } = fieldsOf(request)
    const by = consentSourceOf(store, request, 'my-alerts')
    const id = textOf(alert)
    let done = ''
    if (act === 'stop') done = (await unsubscribeAll(sql, store, recipient, by)) > 0 ? 'stopped' : ''
    else if (act === 'leave' && isId(id)) done = (await unsubscribeAlert(sql, store, recipient, id, by)) ? 'left' : ''
    else if (act === 'move' && isId(id))
      done = (await moveAlert(sql, store, recipient, id, textOf(variant))) ? 'moved' : ''
    // Relative, so that it works behind a proxy with a path.
    return reply.redirect(`?done=${done}`, 303)
  })
}

const stopAll = (viewer: Viewer) =>
  html`<form method="post"><input type="hidden" name="act" value="stop"><button class="quiet">${phrase(viewer, 'stopButton')}</button></form>`

function row(viewer: Viewer, alert: MyAlert): Html {
  const store = viewer.store!
  const picture = safeAddress(alert.imageUrl, store.settings.shopUrl)
  const address = productAddress(alert, store.settings.shopUrl)
  const name = knownTitle(alert) || phrase(viewer, 'unnamedProduct')
  const price = writeMoney(alert.price, alert.currency, formatLocale(viewer.language, null))
  return html`<li class="alert">
<div class="row">${picture ? html`<img src="${picture}" alt="">` : null}<div>
<h2>${address ? html`<a href="${address}"><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`}</h2>
<p class="soft"><bdi>${[alert.variantInfo, price].filter(Boolean).join(' · ')}</bdi></p>
<p>${statusText(viewer, alert)}</p>
</div></div>
<div class="acts">${alert.siblings.length > 0 ? moving(viewer, alert) : null}
<form method="post"><input type="hidden" name="act" value="leave"><input type="hidden" name="alert" value="${alert.subscriptionId}"><button class="quiet" aria-describedby="n-${alert.subscriptionId}">${phrase(viewer, 'leaveButton')}</button><span id="n-${alert.subscriptionId}" hidden>${name}</span></form></div>
</li>`
}

function statusText(viewer: Viewer, { status, position, offerUntil }: MyAlert): Html {
  const locale = formatLocale(viewer.language, null)
  if (offerUntil) {
    const time = writeDeadline(offerUntil, new Date(), locale, viewer.store!.settings.timeZone)
    return html`${phrase(viewer, 'offerFirst')} ${phrase(viewer, 'offerNext', { time })}`
  }
  if (status === 'waiting' && position !== null)
    return phrase(viewer, 'place', { place: new Intl.NumberFormat(locale).format(position) })
  return phrase(viewer, status)
}

/** Folded away: most people come to look or to leave. */
const moving = (viewer: Viewer, { subscriptionId, siblings }: MyAlert) => html`<details>
<summary id="m-${subscriptionId}">${phrase(viewer, 'moveLabel')}</summary>
<form class="move" method="post">
<input type="hidden" name="act" value="move"><input type="hidden" name="alert" value="${subscriptionId}">
<select aria-labelledby="m-${subscriptionId}" name="variant">${siblings.map(({ variantId, variantInfo }) => html`<option value="${variantId}">${variantInfo}</option>`)}</select>
<button class="quiet">${phrase(viewer, 'moveButton')}</button></form></details>`
