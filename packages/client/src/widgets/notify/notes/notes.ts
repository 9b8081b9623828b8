/** What the element says about an alert that the shopper asked for. It promises a message only while the service says so. */
import type { Alert } from '../../../client/alert-cache.ts'
import { h } from '../../shared/element.ts'
import { money } from '../../shared/row.ts'
import { t } from '../../shared/texts.ts'
import { clauseOf, isOpen, type Offer, priceDrop } from '../offers.ts'

const icons: Record<string, string> = { unconfirmed: 'mail', told: 'ended', suppressed: 'ended' }

/** When the message is sent. */
export const conditionOf = ({ targetPrice }: Alert, offer: Offer, isOneOfSeveral: boolean): string =>
  targetPrice != null ? t('isBelow', 'it costs {0} or less', money(targetPrice)) : clauseOf(offer, isOneOfSeveral)

/** `isNew`: asked for on this page; thanks after every reload would be too many. */
export function textOf(alert: Alert, offer: Offer, isOneOfSeveral: boolean, isNew = false): string {
  const { status, position, to, medium } = alert
  if (status === 'told') return t('told', 'We have written to you about this.')
  if (status === 'suppressed') return t('blocked', 'We cannot write to this address.')
  const confirm = t('confirm', 'Open the link in our message, and the alert starts.')
  if (status === 'unconfirmed')
    return to && medium === 'email' ? `${t('check', 'Check your mailbox: {0}', to)}. ${confirm}` : confirm
  const clause = conditionOf(alert, offer, isOneOfSeveral)
  const text = [
    isNew && t('thanks', 'Thank you.'),
    // a lower price is for everybody at once
    position && offer.topic !== priceDrop && t('place', 'You are number {0} in line.', position),
    status === 'waiting' && clause && t('once', 'We’ll write to you once, when {0}.', clause),
  ]
    .filter(Boolean)
    .join(' ')
  return text || t('alertOn', 'Alert is on')
}

/** In a row or a card: one line, without the place in line and the address. */
export function shortTextOf(alert: Alert, offer: Offer): string {
  if (alert.status === 'unconfirmed') return t('unconfirmed', 'Not confirmed yet')
  return isOpen(alert) ? t('alertOn', 'Alert is on') : textOf(alert, offer, false)
}

/** An alert that was stopped; `undo`: while it can be undone. */
export const drawStopped = (text: string, undo: Node | false): HTMLElement =>
  h(
    'div',
    { class: 'note ended', part: 'thanks' },
    h('p', { tabindex: -1, role: 'status' }, text),
    undo && h('div', { class: 'row' }, undo),
  )

/** `more`: a line about what happened since, for screen readers, too. */
export const drawNote = (text: string, { status }: Alert, more: string, buttons: (Node | false)[]): HTMLElement =>
  h(
    'div',
    { class: `note ${icons[status] ?? ''}`, part: 'thanks' },
    h('p', { tabindex: -1 }, text),
    h('p', { role: 'status', class: 'soft' }, more),
    buttons.some(Boolean) && h('div', { class: 'row' }, ...buttons),
  )
