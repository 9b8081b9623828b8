/** An alert on a page: its product, what it waits for, since when, and the place in line. */
import type { MyAlert } from '../domain/subscriptions/my-alerts.ts'
import { knownTitle } from '../letters/alert-values.ts'
import { kindOf, type TopicKind } from '../letters/built-in.ts'
import type { PhraseKey } from '../letters/languages/en.ts'
import { writeDate, writeDeadline, writeMoney, writeNumber } from '../letters/rendering/formats.ts'
import { productAddress, safeAddress } from '../letters/rendering/web-addresses.ts'
import { type Html, html } from './html.ts'
import { phrase, type Viewer } from './page.ts'
import { productRow } from './product-row.ts'

const kinds: Readonly<Record<TopicKind, PhraseKey>> = {
  restock: 'kindRestock',
  comingSoon: 'kindComingSoon',
  priceDrop: 'kindPriceDrop',
  lowStock: 'kindLowStock',
  reminder: 'kindReminder',
  savedItems: 'kindSaved',
  generic: 'kindGeneric',
}

/** Its name has the id `n-…`, so that a button can be described by it. */
export function alertRow(viewer: Viewer, alert: MyAlert, locale: string): Html {
  const { shopUrl, timeZone } = viewer.store!.settings
  const price = writeMoney(alert.price, alert.currency, locale)
  const name = knownTitle(alert) || phrase(viewer, 'unnamedProduct')
  return productRow({
    picture: safeAddress(alert.imageUrl, shopUrl),
    address: productAddress(alert, shopUrl),
    kind: kindText(viewer, alert),
    name: html`<span id="n-${alert.subscriptionId}">${name}</span>`,
    lines: [
      html`<bdi>${[alert.anyVariant ? '' : alert.variantInfo, price].filter(Boolean).join(' · ')}</bdi>`,
      alert.anyVariant ? phrase(viewer, 'anyVariant') : null,
      alert.targetPrice === null
        ? null
        : phrase(viewer, 'targetPrice', { price: writeMoney(alert.targetPrice, alert.currency, locale) }),
      alert.origin === 'saved'
        ? phrase(viewer, 'fromList')
        : phrase(viewer, 'askedOn', { date: writeDate(alert.waitingSince, 'long', locale, timeZone) }),
    ],
    status: html`<strong>${statusText(viewer, alert, locale)}</strong>`,
  })
}

/** A lower price is for everybody at once. */
export const hasPlace = ({ topic, rule }: MyAlert): boolean => kindOf(topic, rule) !== 'priceDrop'

const kindText = (viewer: Viewer, { topic, rule }: MyAlert) => phrase(viewer, kinds[kindOf(topic, rule)])

function statusText(viewer: Viewer, alert: MyAlert, locale: string): Html {
  const { status, position, sentAt, offerUntil, othersWait } = alert
  const write = (time: Date) => writeDeadline(time, locale, viewer.store!.settings.timeZone)
  if (status === 'told' && sentAt) {
    const told = phrase(viewer, 'toldOn', { time: write(sentAt) })
    if (!offerUntil || !othersWait) return told
    return html`${told} ${phrase(viewer, 'offerFirst')} ${phrase(viewer, 'offerNext', { time: write(offerUntil) })}`
  }
  if (status === 'waiting' && position !== null && hasPlace(alert))
    return phrase(viewer, 'place', { place: writeNumber(position, locale) })
  return phrase(viewer, status)
}
