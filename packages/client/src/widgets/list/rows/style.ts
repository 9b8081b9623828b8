/** The style of rows and cards. Quiet controls show themselves when a row is touched. */
import { css } from '../../shared/element.ts'

export const rowStyle = css`
  ul { list-style: none; position: relative }
  .row { position: relative; display: grid; grid-template: 'pic about cross' 'pic acts acts' 1fr 'more more more' / 96px 1fr 44px; column-gap: 16px; padding-block: 16px; border-block-end: 1px solid var(--line) }
  .pic { grid-area: pic; position: relative; align-self: start; display: grid; place-items: center; aspect-ratio: 1; overflow: hidden; border-radius: var(--radius); background: var(--line); color: var(--soft) }
  .pic svg { inline-size: 32px; stroke-width: 1.2 }
  img { position: absolute; inline-size: 100%; block-size: 100%; object-fit: cover }
  .about { grid-area: about; min-inline-size: 0; overflow-wrap: anywhere; overflow: clip; overflow-clip-margin: 4px; line-height: 1.4 }
  .title { font-weight: 600; text-decoration: none }
  a.title:hover { text-decoration: underline }
  .price { margin-block-start: 4px }
  b, i { font-weight: 600; font-style: normal }
  i { font-size: 0.875em; color: light-dark(#146c43, #7fd6a6) }
  .note { margin-block-start: 4px; font-style: italic }
  mark { display: inline-block; margin-block-start: 6px; margin-inline-end: 6px; padding: 2px 9px; border-radius: 99px; font-size: 0.8125em; font-weight: 550; background: var(--line) }
  .cut, .back { background: light-dark(#dff3e7, #17402c); color: light-dark(#0f5a37, #a5e6c2) }
  .low { background: light-dark(#fff0cf, #46370f); color: light-dark(#6b4b00, #ffd98a) }
  .cross { grid-area: cross; align-self: start; margin-block-start: -10px; margin-inline-end: -12px }
  .acts { grid-area: acts; display: flex; flex-wrap: wrap; align-items: center; align-content: end; gap: 4px; margin-block-start: 10px }
  .acts p { flex: 1 1 100%; font-size: 0.875em }
  .acts p:first-child { display: flex; flex-wrap: wrap; align-items: center; min-block-size: 44px }
  .acts p button { border: 0; padding: 0 8px; font-weight: 600; color: var(--accent) }
  .out img { opacity: 0.6 }
  .in { color: light-dark(#146c43, #7fd6a6) }
  .wrong { color: light-dark(#b3261e, #ffb4ab) }
  .cards heartbell-notify { flex: 1 }
  .grip { position: absolute; z-index: 1; inset-block-start: 12px; inset-inline-start: -6px; cursor: grab; touch-action: none; color: var(--ink) }
  .grip svg { padding: 5px; inline-size: 30px; border-radius: 8px; background: color-mix(in srgb, var(--paper) 85%, transparent); stroke-width: 2.4 }
  .lift { z-index: 3; border-radius: var(--radius); background: var(--paper); box-shadow: 0 10px 32px #0004 }
  .more { grid-area: more; min-inline-size: 0 }
  .left { display: flex; align-items: center; justify-content: space-between; gap: 8px; min-block-size: 60px; border-block-end: 1px solid var(--line); color: var(--soft) }
  .left button { border: 0; color: var(--accent); font-weight: 600 }
  .cards ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(46%, 190px), 1fr)); grid-auto-flow: dense; gap: 28px 16px; padding-block: 8px 16px }
  .cards .open { grid-column: 1 / -1; padding: 16px; border: 1px solid var(--line); border-radius: var(--radius) }
  .cards .row:not(.open) { display: flex; flex-direction: column; padding: 0; border: 0 }
  .cards .row:not(.open) .pic { align-self: auto }
  .cards .row:not(.open) .cross { position: absolute; inset-block-start: 0; inset-inline-end: 0; margin: 0; color: var(--ink); --hb-heart-back: color-mix(in srgb, var(--paper) 85%, transparent) }
  .cards .row:not(.open) heartbell-heart.cross { margin: 6px }
  .cards .cross svg { padding: 5px; inline-size: 30px; border-radius: 50%; background: color-mix(in srgb, var(--paper) 85%, transparent) }
  .cards .about { flex: 1; padding-block-start: 10px }
  .cards .row:not(.open) .acts > .main { flex: 1; padding-inline: 4px; font-size: 0.9375em }
  .cards .grip { inset-block-start: 0; inset-inline-start: 0 }
  .cards .left { flex-direction: column; justify-content: center; padding: 16px; border: 1px dashed var(--line); border-radius: var(--radius); text-align: center }
  @media (hover: hover) {
    .grip { opacity: 0 }
    .row:hover .grip, .row:focus-within .grip { opacity: 1 }
  }
  @container (min-width: 600px) {
    .rows .row { grid-template: 'pic about acts cross' 'more more more more' / 112px 1fr auto 44px; align-items: center }
    .rows .acts { justify-content: end; align-content: center; margin: 0; max-inline-size: 340px }
    .rows .cross { align-self: center; margin-block-start: 0 }
    .rows .acts p { text-align: end }
  }
  @media (prefers-reduced-motion: no-preference) {
    .grip, .icon { transition: opacity 0.15s, color 0.15s }
  }
`
