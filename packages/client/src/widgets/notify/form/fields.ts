/** The fields of the alert element's form, without what they do. */
import { button } from '../../shared/button.ts'
import { h } from '../../shared/element.ts'
import { money } from '../../shared/row.ts'
import { t } from '../../shared/texts.ts'
import type { Offer } from '../offers.ts'

export type FieldSetting = {
  title: string
  offers: Offer[]
  /** The offers as ends of “Notify me when …”. */
  clauses: string[]
  price: number | undefined
  /** The media beside e-mail. */
  phones: string[]
  /** The text of the box for the mailing list; empty: the usual one; null: no box. */
  news: string | null
  /** The address of the signed-in shopper. */
  known: string
  /** What was typed into the form that this one replaces. */
  draft: Record<string, string>
  close: (() => void) | undefined
}

export function drawFields({ title, offers, clauses, price, phones, news, draft, close }: FieldSetting) {
  const input = (name: string, more: object) =>
    h('input', { name, id: name, part: 'input', 'aria-describedby': 'wrong', value: draft[name], ...more })
  const address = input('address', { required: true, autocapitalize: 'off', spellcheck: 'false' })
  const target = input('target', { inputmode: 'decimal', autocomplete: 'off' })
  const label = h('label', { class: 'top', for: 'address' })
  const wrong = h('p', { role: 'alert', id: 'wrong' })
  const consent = h('p', { class: 'soft' })
  const go = h('button', { class: 'main', part: 'button' }, t('tellMe', 'Notify me'))
  // a name and marks that keep browsers and password managers from filling it in
  const trap = input('hb-check', {
    ...{ class: 'trap', tabindex: -1, autocomplete: 'one-time-code', 'aria-hidden': 'true' },
    ...{ 'data-1p-ignore': true, 'data-lpignore': true, 'data-bwignore': true },
  })
  const priceField = h(
    'div',
    { class: 'price' },
    h('label', { class: 'top', for: 'target' }, t('target', 'Your price (optional)')),
    target,
    price !== undefined && h('span', { class: 'soft' }, t('now', 'Now {0}', money(price))),
  )
  /** The first is chosen. */
  const choices = (name: string, legend: string, kind: string, values: [value: string, text: string][]) =>
    h(
      'fieldset',
      { class: kind, 'aria-label': legend },
      ...values.map(([value, text], place) =>
        h(
          'label',
          {},
          h('input', { type: 'radio', name, value, checked: draft[name] ? draft[name] === value : !place }),
          text,
        ),
      ),
    )
  const what = t('when', 'Notify me when {0}', '…')
  const form = h(
    'form',
    { part: 'form', novalidate: true, class: offers[1] ? '' : 'alone' },
    !!(close || offers[1]) &&
      h(
        'div',
        { class: 'head' },
        h('b', {}, offers[1] ? what : title),
        !!close && button('✕', close, { class: 'bare', 'aria-label': t('close', 'Close') }),
      ),
    !!offers[1] &&
      choices(
        'what',
        what,
        '',
        clauses.map((clause, place) => [`${place}`, clause || title]),
      ),
    priceField,
    !!phones[0] &&
      choices('medium', t('how', 'How?'), 'row', [
        ['email', t('email', 'E-mail')],
        ...phones.map((one): [string, string] => [one, one === 'sms' ? t('sms', 'Text message') : 'WhatsApp']),
      ]),
    label,
    h('div', { class: 'row' }, address, go),
    trap,
    wrong,
    news !== null &&
      h(
        'label',
        {},
        h('input', { type: 'checkbox', name: 'news', checked: !!draft.news }),
        news || t('news', 'Also send me news and offers'),
      ),
    consent,
  )
  return { form, address, target, label, priceField, trap, wrong, go, consent }
}
