/** Contrast: a readable text colour on a store's colour, and that colour on dark screens. */

const channel = (hex: string) => {
  const part = Number.parseInt(hex, 16) / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** WCAG's relative luminance of `#rrggbb`, 0 to 1. */
const luminanceOf = (color: string) =>
  0.2126 * channel(color.slice(1, 3)) + 0.7152 * channel(color.slice(3, 5)) + 0.0722 * channel(color.slice(5, 7))

export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const [white, ink, black] = ['#ffffff', '#161b19', '#000000'] as const

/** On some middle colours neither white nor our ink has enough contrast; black has. */
export const readableOn = (color: string) => [white, ink].find((text) => contrastOf(color, text) >= 4.5) ?? black

/** `share` of `other`, 0 to 1. */
export function mixColors(color: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [from, to] = [color, other].map((one) => Number.parseInt(one.slice(at, at + 2), 16)) as [number, number]
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

/** On dark screens a dark colour is made lighter, so that it can be seen. */
export function lightenOn(color: string, background: string): string {
  if (contrastOf(color, background) >= 3) return color
  for (let share = 0.2; share < 1; share += 0.1) {
    const lit = mixColors(color, white, share)
    if (contrastOf(lit, background) >= 4.5) return lit
  }
  return white
}
