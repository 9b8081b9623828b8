/** The style of the alert element: a button, a form, and notes about alerts. */
import { css } from '../shared/element.ts'

export const style = css`
  :host, button, input { min-height: 48px }
  .whole { width: 100%; padding-block: 6px }
  .notes, form { display: grid; gap: 12px }
  form { padding: 16px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--paper) }
  :host([open]) form { padding: 0; border: 0 }
  p, fieldset { margin: 0; padding: 0; border: 0; min-width: 0 }
  .head { display: flex; align-items: center; gap: 8px; margin-block: -8px }
  .head b, legend { flex: 1; font-weight: 650 }
  .head .bare { margin-inline-end: -12px; padding: 0; width: 44px }
  .row { display: flex; gap: 8px; flex-wrap: wrap }
  .row > input { flex: 999 1 12em }
  .row > .main { flex: 1 0 auto }
  fieldset.row { column-gap: 20px }
  label { display: flex; gap: 10px; align-items: center; min-height: 44px }
  .top { min-height: 0; margin-block-end: -6px; font-weight: 600 }
  .price { display: grid; gap: 6px; padding-inline-start: 30px }
  .alone .price { padding: 0 }
  .price .top { margin: 0 }
  label input { margin: 0; padding: 0; min-height: 0; width: 20px; height: 20px; flex: none; accent-color: var(--accent) }
  .trap { position: absolute; inset-inline-start: -9999px }
  [role='alert'] { color: light-dark(#b3261e, #ffb4ab) }
  :is([role='alert'], [role='status']):empty { display: none }
  [aria-invalid='true'] { border-color: light-dark(#b3261e, #ffb4ab) }
  [aria-busy='true'] .main { opacity: 0.6; cursor: progress }
  .note { display: grid; grid-template-columns: 24px 1fr; gap: 4px 12px; padding: 14px 16px 6px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--paper) }
  .note::before { content: '✓' / ''; display: grid; place-items: center; height: 24px; border-radius: 50%; background: var(--accent); color: var(--on); font: 700 13px/1 system-ui }
  .mail::before { content: '✉' / '' }
  .ended::before { content: 'i' / ''; background: var(--soft); color: var(--paper) }
  .note > * { grid-column: 2; overflow-wrap: anywhere }
  .note p { padding-block: 1px }
  .note p:focus-visible { outline-offset: 6px }
  .note .row { column-gap: 20px }
  .note .bare { padding: 0; min-height: 44px; color: var(--soft); text-decoration: underline; text-underline-offset: 3px }
  .note:not(:has(button)) { padding-block-end: 14px }
`
