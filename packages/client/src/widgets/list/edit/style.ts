/**
 * The style of the panel of an item and of the form for a list's name. The row of an open panel does not show the note: it would
 * grow when the note is saved, and a press on *Done*, which saves it, would miss its button.
 */
import { css } from '../../shared/element.ts'

export const editStyle = css`
  .more { display: grid; grid-template-columns: auto 1fr; align-items: center; gap: 10px 14px; max-inline-size: 640px; padding-block: 16px 4px; scroll-margin-block: 16px calc(var(--hb-bottom, 16px) + 16px) }
  .more > span { color: var(--soft); font-size: 0.875em }
  .more > :last-child { grid-column: 1 / -1 }
  .open .note { display: none }
  .line { display: flex; flex-wrap: wrap; align-items: center; gap: 8px }
  .line > input, .line > select { flex: 1 1 6em }
  .last { margin-inline-start: auto }
  form { display: grid; gap: 8px; padding-block: 4px 16px }
  form label { font-weight: 600 }
  textarea { display: block; inline-size: 100%; min-block-size: 72px; padding: 10px 14px; border: 1px solid var(--soft); border-radius: var(--radius); background: var(--paper); resize: vertical }
  .stepper { justify-self: start; display: flex; border: 1px solid var(--soft); border-radius: var(--radius) }
  .stepper * { border: 0; inline-size: 44px; padding: 0; text-align: center; background: none }
  .stepper input { appearance: textfield }
  .stepper input::-webkit-inner-spin-button { display: none }
  .more .chips { margin: 0; padding: 0; flex-wrap: wrap; gap: 6px }
  .more .chips button { padding-inline: 10px; font-size: 0.875em }
  .deleted { display: flex; align-items: center; justify-content: space-between; gap: 8px; margin-block-end: 12px; padding-inline-start: 16px; border: 1px dashed var(--line); border-radius: var(--radius); color: var(--soft) }
  .deleted button { border: 0; color: var(--accent); font-weight: 600 }
  .wrong { color: light-dark(#b3261e, #ffb4ab) }
  .wrong:empty { display: none }
  @container (max-width: 480px) {
    .more { grid-template-columns: 1fr; row-gap: 6px }
    .more > :not(span) { margin-block-end: 8px }
  }
`
