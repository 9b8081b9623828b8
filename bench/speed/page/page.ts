/** The page of a run: the machine, how far each row is from its bar, and every row with plot and table. */
import { Html, html } from '../../../packages/server/src/pages/html.ts'
import { type Row, writeNumber, writeValue } from '../../setup/report.ts'
import { type Busy, type Machine, sayBusy } from '../machine.ts'
import { marginOf } from './margin.ts'
import { drawFigures, drawMargins } from './plot.ts'
import { style } from './style.ts'

export type Run = {
  /** What each row measures, by name. */
  about: Record<string, string>
  rows: Row[]
  machine: Machine
  busy: Busy
  database: string
  command: string
  /** When it started, and how many seconds it took. */
  at: Date
  seconds: number
}

export function writePage(run: Run): string {
  const { rows, at } = run
  const held = rows.filter((row) => row.holds).length
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Heartbell on this machine, ${writeDay(at)}</title>
<style>${new Html(style)}</style>
</head>
<body>
<header>
<h1>Heartbell on this machine</h1>
<p class="lead">${held} of ${rows.length} ${rows.length === 1 ? 'row holds' : 'rows hold'}, measured on <time datetime="${at.toISOString()}">${writeDay(at)}</time></p>
</header>
<main>
${writeBusy(run.busy)}
${writeFacts(run)}
${writeOverview(rows)}
${rows.map((row) => writeRow(row, run.about[row.name] ?? ''))}
</main>
<footer>
<p>A bar is what Heartbell promises. Where it is a ratio, both sides were measured on this machine in turns, in the same minutes; the figure is the
median of the rounds, and the dots are the rounds themselves.</p>
</footer>
</body>
</html>
`.text
}

const writeDay = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

function writeBusy({ before, after }: Busy): Html | null {
  const says = sayBusy(Math.max(before, after))
  return says === null ? null : html`<p class="note">${says}</p>`
}

const percent = (share: number) => `${Math.round(share * 100)} %`

function writeFacts({ machine, busy, database, command, seconds }: Run): Html {
  const facts = {
    Processor: `${machine.processor}, ${machine.cores} ${machine.cores === 1 ? 'core' : 'cores'}`,
    Memory: machine.memory,
    System: machine.system,
    'Node.js': machine.node,
    Database: database,
    'Other work, of all cores': `${percent(busy.before)} before the run, ${percent(busy.after)} after it`,
    'The run took': `${Math.round(seconds)} s`,
  }
  const entries = Object.entries(facts).map(([name, fact]) => html`<div><dt>${name}</dt><dd>${fact}</dd></div>`)
  return html`<section class="card" aria-label="The machine"><dl>${entries}<div class="whole"><dt>Command</dt><dd><code>${command}</code></dd></div></dl></section>`
}

function writeOverview(rows: Row[]): Html {
  const margins = rows.flatMap((row) => {
    const times = marginOf(row)
    return times === null ? [] : [{ name: row.name, times, holds: row.holds }]
  })
  const says = margins.map(({ name, times }) => `${name} ${writeNumber(times)} times its bar`).join(', ')
  const plot =
    margins.length > 0 && drawMargins(margins, { id: 'all', title: 'How far each row is from its bar', says })
  const lines = rows.map(
    (row) =>
      html`<tr><th scope="row"><a href="#${row.name}">${row.name}</a></th><td>${writeValue(row)}</td><td>${row.bar || '–'}</td><td>${writeHolds(row)}</td></tr>`,
  )
  return html`<section class="card">
<div class="top"><h2>How far from the bar</h2></div>
<p class="what">To the right of the line is better than promised.</p>
<div class="pair wide">
<figure>${plot}</figure>
<table><thead><tr><th scope="col">row</th><th scope="col">value</th><th scope="col">bar</th><th scope="col">holds</th></tr></thead><tbody>${lines}</tbody></table>
</div>
</section>`
}

const writeHolds = ({ holds }: Row) => (holds ? html`yes` : html`<span class="no">no</span>`)

function writeRow(row: Row, what: string): Html {
  const { name, value, bar, holds, detail } = row
  const verdict =
    value === null ? writeValue(row) : `${writeValue(row)}, bar ${bar}: ${holds ? 'holds' : 'does not hold'}`
  return html`<section class="card" id="${name}">
<div class="top"><h2>${name}</h2><span class="verdict${holds ? '' : ' no'}">${verdict}</span></div>
<p class="what">${what}</p>
${writeFigures(row)}
<ul class="detail">${detail.split('; ').map((part) => html`<li>${part}</li>`)}</ul>
</section>`
}

function writeFigures({ name, figures }: Row): Html | null {
  if (!figures) return null
  const { unit, amounts, limit } = figures
  const says = amounts.map((one) => `${one.name} ${writeNumber(one.amount)} ${unit}`).join(', ')
  const hasRounds = amounts.some(({ rounds }) => rounds)
  const lines = amounts.map(
    (one) =>
      html`<tr><th scope="row">${one.name}</th><td>${writeNumber(one.amount)}</td>${hasRounds && html`<td>${writeRange(one.rounds)}</td>`}</tr>`,
  )
  return html`<div class="pair">
<figure>${drawFigures(figures, { id: name, title: `${name}, in ${unit}`, says })}
${limit !== undefined && html`<figcaption>The upright line is the bar: ${writeNumber(limit)} ${unit}.</figcaption>`}</figure>
<table><thead><tr><th scope="col"><span>in ${unit}</span></th><th scope="col">${hasRounds ? 'median' : 'measured'}</th>${hasRounds && html`<th scope="col">rounds</th>`}</tr></thead><tbody>${lines}</tbody></table>
</div>`
}

const writeRange = (rounds: number[] = []) =>
  rounds.length === 0 ? '–' : `${writeNumber(Math.min(...rounds))} – ${writeNumber(Math.max(...rounds))}`
