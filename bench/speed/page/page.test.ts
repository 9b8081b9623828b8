/** The page of a run: what it shows, and that all values are escaped. */
import { expect, test } from 'vitest'
import type { Row } from '../../setup/report.ts'
import { marginOf } from './margin.ts'
import { type Run, writePage } from './page.ts'

const row = (given: Partial<Row>): Row => ({
  ...{ name: 'add-item', value: 0.9, unit: '× pgbench', bar: '≥ 0.6', holds: true, detail: 'one; two' },
  ...given,
})

const run = (given: Partial<Run>): Run => ({
  about: { 'add-item': 'one item to add' },
  rows: [row({})],
  machine: { processor: 'Fast', cores: 2, memory: '4.0 GB', system: 'Debian', node: '20.1.0' },
  busy: { before: 0.04, after: 0.05 },
  database: 'PostgreSQL 18.1, fsync on, synchronous_commit on',
  command: 'heartbell bench --quick',
  at: new Date('2026-02-03T04:05:06Z'),
  seconds: 61.4,
  ...given,
})

test('a page says on what was measured, when and how', () => {
  const page = writePage(run({}))
  for (const fact of ['Fast, 2 cores', '4.0 GB', 'Debian', '20.1.0', 'PostgreSQL 18.1', '2026-02-03 04:05 UTC', '61 s'])
    expect(page).toContain(fact)
  expect(page).toContain('<code>heartbell bench --quick</code>')
  expect(page).toContain('1 of 1 row holds')
  expect(page).toContain('<li>one</li><li>two</li>')
  expect(page).not.toContain('class="note"')
})

test('a busy machine is told', () => {
  const page = writePage(run({ busy: { before: 0.1, after: 0.62 } }))
  expect(page).toContain('<p class="note">Other work took 62 % of this machine')
  expect(page).toContain('10 % before the run, 62 % after it')
})

test('every plot has a title, a description and a table with the same figures', () => {
  const figures = { unit: 'a second', amounts: [{ name: 'Heartbell', amount: 4321.4, rounds: [4300, 4400] }], limit: 5 }
  const page = writePage(run({ rows: [row({ figures })] }))
  expect(page.match(/<svg role="img"/g)).toHaveLength(2)
  for (const id of ['all', 'add-item']) {
    expect(page).toContain(`aria-labelledby="${id}-title ${id}-says"`)
    expect(page).toMatch(new RegExp(`<title id="${id}-title">.+</title>\\s*<desc id="${id}-says">.+</desc>`))
  }
  expect(page).toContain('<th scope="row">Heartbell</th><td>4,321</td><td>4,300 – 4,400</td>')
})

test('what could not be measured is in the table, without a plot', () => {
  const page = writePage(run({ rows: [row({ value: null, bar: '', holds: false, detail: 'ended with: no room' })] }))
  expect(page).toContain('not measured')
  expect(page).toContain('0 of 1 row holds')
  expect(page).not.toContain('<svg')
})

test('names and details are text, whatever they contain', () => {
  const nasty = `"><script>alert('x')</script>`
  const figures = { unit: nasty, amounts: [{ name: nasty, amount: 1 }] }
  const machine = { ...run({}).machine, processor: nasty, system: nasty }
  const rows = [row({ name: nasty, unit: nasty, detail: nasty, figures })]
  const page = writePage(run({ rows, machine, about: { [nasty]: nasty }, command: nasty, database: nasty }))
  expect(page).not.toContain('<script')
  expect(page).not.toMatch(/\son\w+=/)
  expect(page).not.toMatch(/(src|href)="(?!#)/)
  expect(page).toContain('&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;')
})

test.each([
  ['≥ 0.6', 0.9, 1.5],
  ['≥ 0.6 cold', 0.9, 1.5],
  ['≤ 20', 10, 2],
  ['< 64', 128, 0.5],
  ['≥ 20,000', 60_000, 3],
  ['≤ 90 / ≤ 200', 80, null],
  ['', null, null],
])('bar %s and value %s are %s times as good', (bar, value, times) => {
  const margin = marginOf(row({ bar, value }))
  if (times === null) expect(margin).toBeNull()
  else expect(margin).toBeCloseTo(times)
})
