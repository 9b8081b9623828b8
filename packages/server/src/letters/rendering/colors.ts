/** Contrast: a readable text colour on a store's colour. */

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

const [white, ink] = ['#ffffff', '#161b19']

export const readableOn = (color: string) => (contrastOf(color, white) >= 4.5 ? white : ink)
