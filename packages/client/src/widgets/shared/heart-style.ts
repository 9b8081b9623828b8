/** The style and the icon of the heart and the counter. */
import { css } from './element.ts'

export const heartStyle = css`
  :host { display: inline-flex; width: 44px; height: 44px; vertical-align: middle; color: var(--hb-ink, inherit); --h: var(--hb-heart, light-dark(#d6224f, #ff6b8b)) }
  :host([picker]) { width: 88px }
  a, button { position: relative; display: grid; place-items: center; flex: 1; padding: 0; border: 0; border-radius: 50%; background: var(--hb-heart-back, none); color: unset; cursor: pointer }
  svg { width: 24px; fill: none; stroke: currentColor; stroke-width: 1.8 }
  [aria-pressed='true'] svg { fill: var(--h); stroke: var(--h) }
  :active svg { scale: 0.8 }
  b { position: absolute; top: 2px; right: 0; min-width: 18px; border-radius: 9px; background: var(--h); color: canvas; font: 600 11px/18px system-ui; text-align: center }
`

export const heartPath = 'M12 20.5S3.5 15.4 3.5 9.3A4.8 4.8 0 0112 6.6a4.8 4.8 0 018.5 2.7c0 6.1-8.5 11.2-8.5 11.2Z'
