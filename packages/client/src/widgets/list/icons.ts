/** The icons of a list, each one path of 24 by 24. */
import { h, icon } from '../shared/element.ts'

export const paths = {
  cross: 'M7 7l10 10M17 7L7 17',
  dots: 'M4 12h1.5M11.3 12h1.5M18.5 12h1.5',
  share: 'M12 15V4M8 8l4-4 4 4M5 12v8h14v-8',
  cards: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  rows: 'M4 6h16M4 12h16M4 18h16',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  gift: 'M4 9h16v4H4zM6 13v7h12v-7M12 9v11M12 9S9 9 8 7s2-4 4 2c2-6 5-4 4-2s-4 2-4 2',
}

/** A button of 44 by 44 that shows only its icon; `label` is for screen readers and as a tooltip. */
export const iconButton = (path: string, label: string, key: string, onclick: (event: Event) => unknown, more = {}) =>
  h(
    'button',
    { type: 'button', class: 'icon', 'aria-label': label, title: label, 'data-k': key, onclick, ...more },
    icon(path) as never,
  )
