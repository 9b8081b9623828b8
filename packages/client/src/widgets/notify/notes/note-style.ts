/** The style of notes about alerts, in their file. */
import { css } from '../../shared/element.ts'

const style = css`
  .note { display: grid; grid-template-columns: 24px 1fr; gap: 4px 12px; padding: 14px 16px 6px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--paper) }
  .note::before { content: '✓' / ''; display: grid; place-items: center; height: 24px; border-radius: 50%; background: var(--accent); color: var(--on); font: 700 13px/1 system-ui }
  .mail::before { content: '✉' / '' }
  .ended::before { content: 'i' / ''; background: var(--soft); color: var(--paper) }
  .note > * { grid-column: 2; overflow-wrap: anywhere }
  /* it has the focus for screen readers only: nothing to press */
  .note p { padding-block: 1px; outline: 0 }
  .note .row { column-gap: 20px }
  .note .bare { padding: 0; min-height: 44px; color: var(--soft); text-decoration: underline; text-underline-offset: 3px }
  .note:not(:has(button)) { padding-block-end: 14px }
  :host([compact]) .note { display: flex; flex-wrap: wrap; align-items: center; gap: 0 10px; padding: 0; border: 0; background: none; font-size: 0.9375em }
  :host([compact]) .note::before { width: 20px; height: 20px; font-size: 11px }
`

let sheet: CSSStyleSheet | undefined

/** Once for each element; the style is parsed once for the page. */
export function addNoteStyle({ adoptedStyleSheets }: ShadowRoot): void {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
  }
  adoptedStyleSheets.push(sheet)
}
