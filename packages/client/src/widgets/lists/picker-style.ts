/** The style of the picker of lists. */
import { css } from '../shared/element.ts'

export const pickerStyle = css`
  .head { padding: 16px 20px 8px }
  .head p { white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
  .body { overflow: auto; overscroll-behavior: contain; padding: 0 8px 8px }
  label { display: flex; gap: 12px; align-items: center; min-block-size: 48px; padding: 8px 12px; border-radius: var(--radius); cursor: pointer }
  fieldset label:hover { background: color-mix(in srgb, var(--ink) 5%, transparent) }
  label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: -2px }
  label span { flex: 1; min-inline-size: 0; overflow-wrap: anywhere }
  label i { white-space: nowrap; font-style: normal }
  label input { flex: none; inline-size: 22px; min-height: 0; block-size: 22px; margin: 0; accent-color: var(--accent); outline: none }
  .new > button { display: flex; gap: 12px; align-items: center; inline-size: 100%; min-block-size: 48px; padding-inline: 12px; text-align: start }
  form { padding: 4px 12px 8px }
  form label { display: block; min-block-size: 0; padding: 0 0 4px; font-weight: 600 }
  .field { display: flex; gap: 8px; margin-block-end: 4px }
  .field input { flex: 1 }
  .wrong { color: light-dark(#a3162f, #ff9aab); font-size: 0.875em }
  .foot { padding: 12px 20px 16px; border-block-start: 1px solid var(--line) }
  .foot p:not(:empty) { margin-block-end: 8px }
  .foot .main { inline-size: 100% }
`
