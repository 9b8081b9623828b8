/** The common style of the larger widgets: colours, fields and buttons. They follow the page's `color-scheme`. */
import { css } from './element.ts'

/**
 * The `--hb-…` properties are the theme. The text on a shop's own accent is white up to a lightness of 0.57 and black above, which
 * has the higher contrast in every scheme; browsers without relative colours have the pair of the default accent.
 */
export const baseStyle = css`
  :host {
    --paper: var(--hb-paper, light-dark(#fff, #161b19));
    --ink: var(--hb-ink, light-dark(#161b19, #eef0ee));
    --soft: var(--hb-soft, light-dark(#5c6661, #a7b0ab));
    --line: var(--hb-line, light-dark(#e0e4e1, #434b47));
    --accent: var(--hb-accent, light-dark(#177a4e, #69c896));
    --on: var(--hb-on-accent, light-dark(#fff, #161b19));
    --radius: var(--hb-radius, 10px);
    display: block;
    color: var(--ink);
  }
  @supports (color: oklch(from red l 0 0)) {
    :host { --on: var(--hb-on-accent, oklch(from var(--accent) clamp(0, (0.57 - l) * 1000, 1) 0 0)) }
  }
  * { box-sizing: border-box; font: inherit; color: inherit }
  [hidden], :host([hidden]) { display: none !important }
  button, input, select { min-height: 44px; border: 1px solid var(--line); border-radius: var(--radius); background: none; padding: 0 14px; min-width: 0 }
  input, select { background: var(--paper); border-color: var(--soft) }
  button { cursor: pointer }
  :disabled { opacity: 0.5; cursor: default }
  .main { background: var(--accent); color: var(--on); border-color: var(--accent); font-weight: 600 }
  .bare { border-color: transparent }
  .soft { color: var(--soft); font-size: 0.875em }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
`
