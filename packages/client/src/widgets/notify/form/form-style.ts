/** The style of the alert form, in the form's file; added when a form opens. */
import { css } from '../../shared/element.ts'

const style = css`
  fieldset { margin: 0; padding: 0; border: 0; min-width: 0 }
  form { display: grid; gap: 12px; padding: 16px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--paper) }
  :host([open]) form { padding: 0; border: 0 }
  .head { display: flex; gap: 8px }
  .head b, legend { flex: 1; font-weight: 650 }
  .head .bare { margin-block: -10px; margin-inline-end: -12px; padding: 0; width: 44px; min-height: 44px }
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
  [aria-invalid='true'] { border-color: light-dark(#b3261e, #ffb4ab) }
  [aria-busy='true'] .main { opacity: 0.6; cursor: progress }
`

let sheet: CSSStyleSheet | undefined

/** Once for each element; the style is parsed once for the page. */
export function addFormStyle({ adoptedStyleSheets }: ShadowRoot): void {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
  }
  if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet)
}
