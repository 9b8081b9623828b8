/** Plots as SVG without a script: positions are shares of the width, so that text stays readable on a phone. */
import { type Html, html } from '../../../packages/server/src/pages/html.ts'
import { type Amount, type Figures, writeNumber } from '../../setup/report.ts'

const line = 52
const thickness = 14

export type Caption = { id: string; title: string; says: string }

/** Horizontal bars from zero, one per amount, with a dot for each round and a mark at the limit. */
export function drawFigures({ amounts, unit, limit }: Figures, caption: Caption): Html {
  const most = Math.max(...amounts.flatMap(({ amount, rounds = [] }) => [amount, ...rounds]), limit ?? 0) || 1
  const place = (value: number) => percent(value / most)
  const bars = amounts.map((amount, index) => {
    // Without a second side, all amounts are ours.
    const isOurs = index === 0 || limit !== undefined
    return drawBar(amount, index * line, { place, unit, isOurs, limit })
  })
  return frame(caption, amounts.length * line, html`${bars}`)
}

type Scale = { place: (value: number) => string; unit: string; isOurs: boolean; limit: number | undefined }

function drawBar({ name, amount, rounds = [] }: Amount, top: number, { place, unit, isOurs, limit }: Scale): Html {
  const middle = top + 26 + thickness / 2
  return html`
    <text x="0" y="${top + 17}">${name}</text>
    <text x="100%" y="${top + 17}" class="amount">${writeNumber(amount)} ${unit}</text>
    <rect x="0" y="${top + 26}" width="100%" height="${thickness}" rx="3" class="track"/>
    <rect x="0" y="${top + 26}" width="${place(amount)}" height="${thickness}" rx="3" class="${isOurs ? 'ours' : 'other'}"/>
    ${rounds.map((round) => html`<circle cx="${place(round)}" cy="${middle}" r="3.5" class="round"/>`)}
    ${limit !== undefined && html`<line x1="${place(limit)}" x2="${place(limit)}" y1="${top + 22}" y2="${top + 44}" class="limit"/>`}`
}

export type Margin = { name: string; times: number; holds: boolean }

/** How far each row is from its bar, on a logarithmic scale: twice and half as good are equally far. */
export function drawMargins(margins: Margin[], caption: Caption): Html {
  const farthest = Math.max(2, ...margins.map(({ times }) => Math.max(times, 1 / times)))
  const reach = Math.min(Math.ceil(Math.log2(farthest)), 5)
  const place = (times: number) => {
    const turns = Math.min(Math.max(Math.log2(times), -reach), reach)
    return (turns + reach) / (2 * reach)
  }
  const height = margins.length * line + 24
  const ticks = Array.from({ length: 2 * reach + 1 }, (_, step) => 2 ** (step - reach))
  const rows = margins.map((margin, index) => drawMargin(margin, index * line, place))
  const marks = ticks.map((times) => drawTick(times, place(times), height, reach))
  return frame(caption, height, html`${marks}${rows}`)
}

function drawMargin({ name, times, holds }: Margin, top: number, place: (times: number) => number): Html {
  const [from, to] = [Math.min(place(times), 0.5), Math.max(place(times), 0.5)]
  return html`
    <text x="0" y="${top + 17}">${name}</text>
    <text x="100%" y="${top + 17}" class="amount">${writeNumber(times)} ×${holds ? '' : ' – below'}</text>
    <rect x="${percent(from)}" y="${top + 26}" width="${percent(Math.max(to - from, 0.004))}" height="${thickness}" rx="3" class="${holds ? 'good' : 'bad'}"/>`
}

function drawTick(times: number, share: number, height: number, reach: number): Html {
  const anchor = share === 0 ? 'start' : share === 1 ? 'end' : 'middle'
  const name = times >= 1 ? `${times}` : `1/${1 / times}`
  // A phone has space for every second label when there are many.
  const isNamed = reach < 4 || Math.log2(times) % 2 === 0
  return html`
    <line x1="${percent(share)}" x2="${percent(share)}" y1="0" y2="${height - 22}" class="${times === 1 ? 'mark' : 'grid'}"/>
    ${isNamed && html`<text x="${percent(share)}" y="${height - 4}" text-anchor="${anchor}" class="tick">${times === 1 ? 'bar' : `${name} ×`}</text>`}`
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

const frame = ({ id, title, says }: Caption, height: number, content: Html) => html`
  <svg role="img" aria-labelledby="${id}-title ${id}-says" width="100%" height="${height}">
    <title id="${id}-title">${title}</title>
    <desc id="${id}-says">${says}</desc>
    ${content}
  </svg>`
