/** Draws a QR code as a picture. */
import { qrModules } from './qr-modules.ts'

const make = (tag: string, attributes: Record<string, string | number>) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const name in attributes) element.setAttribute(name, `${attributes[name]}`)
  return element
}

/** Black on white in any theme, with four white modules around it, because readers need both. */
export function drawQr(text: string, label: string): Element {
  const modules = qrModules(text)
  const size = modules.length + 8
  const path = modules
    .flatMap((row, y) => row.map((isBlack, x) => (isBlack ? `M${x + 4} ${y + 4}h1v1h-1z` : '')))
    .join('')
  const picture = make('svg', {
    class: 'qr',
    viewBox: `0 0 ${size} ${size}`,
    role: 'img',
    'shape-rendering': 'crispEdges',
  })
  picture.setAttribute('aria-label', label)
  picture.append(make('path', { fill: '#fff', d: `M0 0h${size}v${size}H0z` }), make('path', { fill: '#000', d: path }))
  return picture
}
