/** The style of the alert element without its form and notes. */
import { css } from '../shared/element.ts'

export const style = css`
  :host, button, input { min-height: 48px }
  .whole { width: 100%; padding-block: 6px }
  .notes { display: grid; gap: 12px }
  p { margin: 0 }
  .row { display: flex; gap: 8px; flex-wrap: wrap }
  :is([role='alert'], [role='status']):empty { display: none }
  :host([compact]) { min-height: 44px }
`
