/** The style of what is around the rows. */
import { css } from '../../shared/element.ts'

export const frameStyle = css`
  .list { container-type: inline-size }
  h2, p, ul { margin: 0; padding: 0 }
  svg { inline-size: 20px; fill: none; stroke: currentColor; stroke-width: 1.7; stroke-linecap: round; stroke-linejoin: round }
  .icon { display: inline-grid; place-items: center; flex: none; inline-size: 44px; padding: 0; border-color: transparent; color: var(--soft) }
  .dots svg { stroke-width: 2.6 }
  .icon:hover, .icon[aria-expanded='true'] { color: var(--ink) }
  .hide { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
  .bar { display: flex; align-items: center; min-block-size: 60px }
  .name { flex: 1; min-inline-size: 0; padding-inline-end: 8px }
  h2 { font-size: 1.2em; font-weight: 650; line-height: 1.25; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; outline: none }
  .main { display: inline-grid; place-items: center; min-block-size: 44px; padding-inline: 18px; border-radius: var(--radius); text-decoration: none; text-align: center }
  [popover] { margin: 0; min-inline-size: 176px; padding: 6px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--paper); box-shadow: 0 8px 28px #0003 }
  [popover] button { display: block; inline-size: 100%; border: 0; text-align: start }
  [popover] button:hover { background: var(--line) }
  .chips { display: flex; gap: 8px; overflow-x: auto; margin-inline: calc(-1 * var(--edge, 0px)); padding: 4px var(--edge, 0px) 12px; scrollbar-width: none }
  .chips button { flex: none; border-radius: 99px }
  .chips [aria-pressed='true'] { background: var(--ink); border-color: var(--ink); color: var(--paper) }
  .chips span { margin-inline-start: 8px; opacity: 0.75 }
  .chips svg { inline-size: 16px; margin-inline-start: 8px; vertical-align: -2px }
  .tools { min-block-size: 112px }
  .end { display: contents }
  .foot { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; padding-block: 16px }
  .foot div { flex: 1 }
  .foot b { font-size: 1.15em; font-weight: 650 }
  .foot > p { flex: 1 1 100% }
  .foot p button { margin-inline-start: 12px }
  .nudge { padding-block: 8px; font-size: 0.9375em }
  .nudge a { display: inline-block; padding-block: 12px; color: var(--accent); font-weight: 600 }
  .empty { display: grid; justify-items: center; gap: 12px; padding: 56px 16px; text-align: center }
  .empty svg { inline-size: 48px; stroke-width: 1; color: var(--soft) }
  .empty b { font-size: 1.1em; font-weight: 650 }
  .wait { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(46%, 190px), 1fr)); gap: 28px 16px; padding-block: 8px 16px }
  .wait i { aspect-ratio: 3 / 4; border-radius: var(--radius); background: var(--line); opacity: 0.6 }
  @media (prefers-reduced-motion: no-preference) {
    .wait i { animation: wait 1.2s ease-in-out infinite alternate }
    @keyframes wait { to { opacity: 0.25 } }
  }
  @container (min-width: 600px) {
    .tools { min-block-size: 60px }
  }
`
