/** The style and the icons of the share panel. */
import { css } from '../shared/element.ts'

export const shareStyle = css`
  .head { display: flex; align-items: start; gap: 8px; padding: 20px 12px 12px 20px; padding-inline: 20px 12px }
  .head div { flex: 1; min-inline-size: 0 }
  .head button { margin-block-start: -10px; padding: 0; inline-size: 44px; display: grid; place-items: center }
  .body { overflow: auto; overscroll-behavior: contain; padding: 0 20px 20px; display: grid; gap: 16px }
  .who span { display: block }
  .who { display: flex; gap: 12px; align-items: center; padding: 12px 16px; border-radius: var(--radius); background: color-mix(in srgb, var(--ink) 5%, transparent) }
  .main { display: inline-grid; place-items: center; min-height: 44px; padding-inline: 20px; border-radius: var(--radius); text-decoration: none }
  .link { display: flex; gap: 8px }
  .link input { flex: 1; text-overflow: ellipsis }
  .link .main { min-inline-size: 112px }
  .acts { display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; gap: 8px }
  .acts > * { display: grid; justify-items: center; gap: 6px; padding: 10px 4px; min-block-size: 72px; border: 1px solid var(--line); border-radius: var(--radius); font-size: 0.875em; text-align: center; text-decoration: none; overflow-wrap: anywhere }
  .acts > :hover, [aria-expanded='true'] { border-color: var(--soft) }
  [aria-expanded='true'] { background: color-mix(in srgb, var(--ink) 5%, transparent) }
  form { display: grid; gap: 4px }
  form label { font-weight: 600; margin-block-start: 8px }
  textarea { inline-size: 100%; padding: 10px 14px; border: 1px solid var(--soft); border-radius: var(--radius); background: var(--paper); resize: vertical }
  .send { display: flex; justify-content: space-between; align-items: center; gap: 8px; margin-block-start: 8px }
  .wrong { color: light-dark(#a3162f, #ff9aab); font-size: 0.875em }
  .qr { inline-size: min(220px, 100%); block-size: auto; margin: auto; border-radius: var(--radius); stroke: none }
  .stop { justify-self: start; padding-inline: 0; text-decoration: underline; text-underline-offset: 3px; color: var(--soft) }
  .said:empty { display: none }
`

export const icons = {
  onlyYou: 'M7 11V8a5 5 0 0 1 10 0v3M5 11h14v9H5z',
  anyone: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3.5 9h17M3.5 15h17M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18',
  close: 'M6 6l12 12M18 6L6 18',
  more: 'M12 15V3M8 7l4-4 4 4M6 11H5v10h14V11h-1',
  chat: 'M4 20l1.5-4.5a8 8 0 1 1 3.2 3.1z',
  email: 'M3 6h18v13H3zM3 7l9 7 9-7',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 20h2',
}
