/** The plots of simulated lifts, as SVG. */
import type { Coverage, SimulatedShop } from '../../packages/server/src/domain/lift/testing/simulate-lift.ts'

const [width, height] = [860, 420]
const frame = { left: 70, right: 30, top: 64, bottom: 64 }
const blue = ['#8ab8ff', '#3d7fe0', '#17408b']

const text = (x: number, y: number, says: string, more = '') => `<text x="${x}" y="${y}" ${more}>${says}</text>`

const page = (title: string, about: string, parts: string[]) =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="13" fill="#222">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(frame.left, 26, title, 'font-size="17" font-weight="600"'),
    text(frame.left, 46, about, 'fill="#555"'),
    ...parts,
    '</svg>\n',
  ].join('\n')

const percent = (share: number) => `${Math.round(share * 1000) / 10} %`

/** One column for each kind of shop, one point for each number of held-out people. */
export function drawCoverage(found: Coverage[], shops: number): string {
  const kinds = [...new Set(found.map(({ base, effect }) => `${base} ${effect}`))]
  const sizes = [...new Set(found.map(({ people, share }) => Math.round(people * share)))]
  const step = (width - frame.left - frame.right) / kinds.length
  const y = (share: number) => frame.top + ((1 - share) / 0.1) * (height - frame.top - frame.bottom)
  const line = (share: number, more: string) =>
    `<line x1="${frame.left}" x2="${width - frame.right}" y1="${y(share)}" y2="${y(share)}" ${more}/>${text(frame.left - 8, y(share) + 4, percent(share), 'text-anchor="end"')}`
  const points = found.map(({ base, effect, people, share, covered }) => {
    const size = sizes.indexOf(Math.round(people * share))
    const x = frame.left + (kinds.indexOf(`${base} ${effect}`) + 0.5) * step + (size - 1) * 16
    return `<circle cx="${x.toFixed(1)}" cy="${y(covered).toFixed(1)}" r="5.5" fill="${blue[size]}"><title>${percent(covered)}</title></circle>`
  })
  const labels = kinds.flatMap((kind, place) => {
    const [base, effect] = kind.split(' ').map(Number) as [number, number]
    const x = frame.left + (place + 0.5) * step
    const middle = 'text-anchor="middle"'
    return [
      text(x, height - 40, `${percent(base)} buy`, middle),
      text(
        x,
        height - 24,
        effect === 0 ? 'no effect' : `+ ${Math.round(effect * 100)} points`,
        `${middle} fill="#555"`,
      ),
    ]
  })
  const legend = sizes.map((size, place) => {
    const x = width - frame.right - 340 + place * 120
    return `<circle cx="${x}" cy="${height - 6}" r="5" fill="${blue[place]}"/>${text(x + 10, height - 2, `${size} held out`)}`
  })
  return page(
    'How often the 95 % interval contains the true effect',
    `${shops} simulated shops of each kind; the band is 93 to 97 %`,
    [
      `<rect x="${frame.left}" width="${width - frame.left - frame.right}" y="${y(0.97)}" height="${y(0.93) - y(0.97)}" fill="#e8f3e8"/>`,
      ...[1, 0.97, 0.93, 0.9].map((share) => line(share, 'stroke="#ccc"')),
      line(0.95, 'stroke="#2e7d32" stroke-dasharray="5 4"'),
      ...points,
      ...labels,
      ...legend,
    ],
  )
}

type Effect = { difference: number; low: number; high: number }

/** A hundred shops, each interval a line; those that miss the true effect are red. */
export function drawIntervals(effects: Effect[], { people, share, base, effect }: SimulatedShop): string {
  const low = Math.min(0, ...effects.map((one) => one.low)) - 0.01
  const high = Math.max(...effects.map((one) => one.high)) + 0.01
  const y = (value: number) => frame.top + ((high - value) / (high - low)) * (height - frame.top - frame.bottom)
  const step = (width - frame.left - frame.right) / effects.length
  const isMissing = (one: Effect) => one.low > effect || one.high < effect
  const bars = effects.map((one, place) => {
    const x = (frame.left + (place + 0.5) * step).toFixed(1)
    const color = isMissing(one) ? '#c62828' : '#3d7fe0'
    return `<line x1="${x}" x2="${x}" y1="${y(one.low).toFixed(1)}" y2="${y(one.high).toFixed(1)}" stroke="${color}" stroke-width="2.4"/><circle cx="${x}" cy="${y(one.difference).toFixed(1)}" r="2.6" fill="${color}"/>`
  })
  const line = (value: number, says: string, more: string) =>
    `<line x1="${frame.left}" x2="${width - frame.right}" y1="${y(value)}" y2="${y(value)}" ${more}/>${text(frame.left - 8, y(value) + 4, says, 'text-anchor="end"')}`
  const missing = effects.filter(isMissing).length
  return page(
    `${effects.length - missing} of ${effects.length} shops measure an interval that contains the true effect`,
    `each with ${people} people of whom ${percent(share)} are held out; ${percent(base)} buy anyway, the message adds ${Math.round(effect * 100)} percentage points`,
    [
      ...bars,
      line(0, '0', 'stroke="#999"'),
      line(effect, `+ ${Math.round(effect * 100)}`, 'stroke="#2e7d32" stroke-dasharray="5 4"'),
      text(frame.left, height - 24, 'percentage points; red: the interval misses the true effect', 'fill="#555"'),
    ],
  )
}
