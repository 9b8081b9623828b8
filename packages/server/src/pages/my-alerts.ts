/** `/alerts/…`: the alerts of an address: unsubscribe from one or all and undo it, move one to another variant. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type NewsTopic, newsTopics } from '../domain/rules/saved-items.ts'
import { changePageChoice, fetchPageChoice, type PageChoice } from '../domain/saved-alerts/page-choice.ts'
import { formatLocale } from '../domain/settings/languages.ts'
import type { AnyRecipient } from '../domain/shoppers/addresses.ts'
import { findLinkRecipient, type LinkRecipient } from '../domain/shoppers/link-recipient.ts'
import { readAlerts } from '../domain/shoppers/links.ts'
import type { Store } from '../domain/stores/stores.ts'
import { moveAlert } from '../domain/subscriptions/move-alert.ts'
import {
  changeTargetPrice,
  fetchMyAlerts,
  type MyAlert,
  undoUnsubscribeAlert,
  unsubscribeAlert,
} from '../domain/subscriptions/my-alerts.ts'
import { undoUnsubscribeAll, unsubscribeAll } from '../domain/subscriptions/unsubscribe-all.ts'
import type { PhraseKey } from '../letters/languages/en.ts'
import { readMoney } from '../letters/rendering/formats.ts'
import { alertRow, hasPlace } from './alert-row.ts'
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
    const choice = await fetchPageChoice(sql, store, recipient)
    const count = alerts.length + (choice ? 1 : 0)
    const locale = formatLocale(viewer.language, found.locale)
    return showPage(reply, viewer, {
      title: phrase(viewer, count > 0 ? 'myAlerts' : 'noneTitle'),
      body: html`<p class="soft">${phrase(viewer, count > 0 ? 'alertsFor' : 'noneBody', { address: recipient.address })}</p>
${noteOf(viewer, request, alerts)}${choice ? savedChoice(viewer, choice) : null}<ul>${alerts.map((alert) => item(viewer, alert, locale))}</ul>
${count > 1 ? form(viewer, 'stop', 'stopButton') : null}`,
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
  const { act, alert, variant, price } = fieldsOf(request)
  const by = consentSourceOf(store, request, 'my-alerts')
  const id = textOf(alert)
  const done = (isDone: boolean, what: string) => (isDone ? { done: what, alert: id } : { done: '' })
  const all = (count: number, what: string) => ({ done: count > 0 ? what : '' })
  if (act === 'stop') return all(await unsubscribeAll(sql, store, of, by), 'stopped')
  if (act === 'undo-stop') return all(await undoUnsubscribeAll(sql, store, of, by), 'undone')
  if (act === 'saved') return all((await changePageChoice(sql, store, of, chosenOf(request))) ? 1 : 0, 'saved')
  if (!isId(id)) return { done: '' }
  if (act === 'leave') {
    const was = await unsubscribeAlert(sql, store, of, id, by)
    return done(was !== null, was === 'told' ? 'removed' : 'left')
  }
  if (act === 'undo') return done(await undoUnsubscribeAlert(sql, store, of, id, by), 'back')
  if (act === 'move') return done(await moveAlert(sql, store, of, id, textOf(variant)), 'moved')
  if (act === 'price') return { done: await changePrice(sql, store, of, id, textOf(price)) }
  return { done: '' }
}

/** Each box is a field of its own: a form reader may see only the last of several with one name. */
const chosenOf = (request: FastifyRequest) => {
  const names = Object.keys(fieldsOf(request))
  const after = (prefix: string) =>
    names.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
  return { topics: after('topic-'), listIds: after('list-') }
}

/** An empty field: any lower price. */
async function changePrice(sql: PageContext['sql'], store: Store, of: AnyRecipient, id: string, typed: string) {
  const price = readMoney(typed)
  if (price === null && typed.trim()) return 'wrong-price'
  const { changed, high, none } = { changed: 'changed', high: 'wrong-price', none: '' }
  return { changed, high, none }[await changeTargetPrice(sql, store, of, id, price)]
}

/** What was just done. `moved` and `back` name the place in line only for an alert that has one. */
const notes: Readonly<Record<string, PhraseKey>> = {
  ...{ saved: 'savedNote', left: 'leftNote', removed: 'removedNote', stopped: 'leftNote', undone: 'undoneTitle' },
  ...{ moved: 'changedNote', back: 'undoneTitle', changed: 'changedNote', 'wrong-price': 'wrongPrice' },
}

/** Null: one whose message was sent is shown again, and not on again. */
function noteText(done: string, alert: MyAlert | undefined): PhraseKey | null {
  const isOn = alert?.status === 'waiting' || alert?.status === 'unconfirmed'
  if (done === 'moved' && isOn && hasPlace(alert)) return 'movedNote'
  if (done === 'back') return isOn ? (hasPlace(alert) ? 'backNote' : 'onAgain') : null
  return notes[done]!
}

/** And how to undo it. */
function noteOf(viewer: Viewer, request: FastifyRequest, alerts: MyAlert[]): Html | null {
  const query = request.query as { done?: unknown; alert?: unknown }
  const [done, alert] = [textOf(query.done), textOf(query.alert)]
  const text =
    Object.hasOwn(notes, done) &&
    noteText(
      done,
      alerts.find(({ subscriptionId }) => subscriptionId === alert),
    )
  if (!text) return null
  const undoOne = (label: PhraseKey) =>
    isId(alert) ? form(viewer, 'undo', label, html`<input type="hidden" name="alert" value="${alert}">`) : null
  const undos: Record<string, () => Html | null> = {
    left: () => undoOne('undoOne'),
    removed: () => undoOne('undoRemove'),
    stopped: () => form(viewer, 'undo-stop', 'undoOne'),
  }
  return html`<div class="note"><p role="status">${phrase(viewer, text)}</p>${undos[done]?.() ?? null}</div>`
}

const form = (viewer: Viewer, act: string, label: PhraseKey, fields: Html | null = null) =>
  html`<form method="post"><input type="hidden" name="act" value="${act}">${fields}<button class="quiet">${phrase(viewer, label)}</button></form>`

/** Its message was sent, and nothing is left to stop. */
const isOver = ({ status }: MyAlert) => status === 'told'

const item = (viewer: Viewer, alert: MyAlert, locale: string) => html`<li class="alert">
${alertRow(viewer, alert, locale)}
<div class="acts">${hasPlace(alert) || isOver(alert) ? null : pricing(viewer, alert)}
${alert.siblings.length > 0 && !alert.anyVariant ? moving(viewer, alert) : null}
<form method="post"><input type="hidden" name="act" value="leave"><input type="hidden" name="alert" value="${alert.subscriptionId}"><button class="quiet" aria-describedby="n-${alert.subscriptionId}">${phrase(viewer, isOver(alert) ? 'removeButton' : 'leaveButton')}</button></form></div>
</li>`

/** Folded away: most people come to look or to leave. */
const moving = (viewer: Viewer, alert: MyAlert) => {
  const { subscriptionId, siblings } = alert
  return html`<details>
<summary id="m-${subscriptionId}">${phrase(viewer, 'moveLabel')}</summary>
<form class="move" method="post">
<input type="hidden" name="act" value="move"><input type="hidden" name="alert" value="${subscriptionId}">
<select aria-labelledby="m-${subscriptionId}" name="variant">${siblings.map(({ variantId, variantInfo }) => html`<option value="${variantId}">${variantInfo}</option>`)}</select>
<button class="quiet">${phrase(viewer, hasPlace(alert) ? 'moveButton' : 'changeButton')}</button></form></details>`
}

/** The price that it waits for; empty: any lower one. */
const pricing = (viewer: Viewer, { subscriptionId, targetPrice }: MyAlert) => html`<details>
<summary id="p-${subscriptionId}">${phrase(viewer, 'priceLabel')}</summary>
<form class="move" method="post">
<input type="hidden" name="act" value="price"><input type="hidden" name="alert" value="${subscriptionId}">
<input aria-labelledby="p-${subscriptionId}" name="price" inputmode="decimal" autocomplete="off" maxlength="20" value="${targetPrice ?? ''}">
<button class="quiet">${phrase(viewer, 'changeButton')}</button></form></details>`

const labels: Readonly<Record<NewsTopic, PhraseKey>> = {
  ...{ backinstock: 'kindRestock', pricedrop: 'kindPriceDrop', lowstock: 'kindLowStock' },
}

const box = (name: string, label: Html | string, isChecked: boolean) =>
  html`<label class="choice"><input type="checkbox" name="${name}" value="yes"${isChecked ? html` checked` : null}> <bdi>${label}</bdi></label>`

/** Saved items: which kinds of news, from which lists, and none at all. */
const savedChoice = (viewer: Viewer, { subscriptionId, topics, lists }: PageChoice) => html`<section class="alert">
<h2 id="n-${subscriptionId}">${phrase(viewer, 'savedTitle')}</h2>
<form method="post"><input type="hidden" name="act" value="saved">
<fieldset><legend>${phrase(viewer, 'savedTopics')}</legend>
${newsTopics.map((topic) => box(`topic-${topic}`, phrase(viewer, labels[topic]), topics.includes(topic)))}</fieldset>
${
  lists.length === 0
    ? html`<p class="soft">${phrase(viewer, 'savedNoLists')}</p>`
    : html`<fieldset><legend>${phrase(viewer, 'savedLists')}</legend>
${lists.map(({ listId, name, isSilent }) => box(`list-${listId}`, name, !isSilent))}</fieldset>`
}
<button>${phrase(viewer, 'savedSave')}</button></form>
<div class="acts"><form method="post"><input type="hidden" name="act" value="leave"><input type="hidden" name="alert" value="${subscriptionId}"><button class="quiet">${phrase(viewer, 'savedStop')}</button></form></div>
</section>`
