import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, run } from '../testing/run-command.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartbell-bench-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('bench explains its flags, including its own meaning of --json and --data', async () => {
  const { code, stdout } = await call(['bench', '--help'])
  expect(code).toBe(0)
  for (const flag of ['--quick', '--only ROW …', '--json FILE', '--html FILE', '--peer NAME=URL …', '--data FOLDER'])
    expect(stdout).toContain(`\n  ${flag}`)
  expect(stdout).not.toContain('print JSON')
  expect(stdout).toContain('Examples\n  heartbell bench --quick')
})

test.each([
  [['--fast'], '--fast is unknown. See heartbell help bench'],
  [['--json'], '--json is used incorrectly. See heartbell help bench'],
  [['now'], 'Unexpected argument "now": heartbell bench'],
])('heartbell bench %j is a usage error', async (args, sentence) => {
  const { code, stdout, stderr } = await call(['bench', ...args])
  expect(stderr.trimEnd()).toBe(sentence)
  expect(stdout).toBe('')
  expect(code).toBe(2)
})

test('an unknown row is a usage error that lists all rows', async () => {
  const { code, stdout, stderr } = await run(['bench', '--only', 'dancing'])
  expect(stderr).toMatch(/^There is no row dancing; there are: add-item, .*peer-fetch-lists\.\n$/)
  expect(stdout).toBe('')
  expect(code).toBe(2)
})

test('a run prints a table, and writes the rows as JSON and as a page', async () => {
  const [json, html] = [join(folder, 'new', 'rows.json'), join(folder, 'rows.html')]
  const shortly = ['--quick', '--rounds', '1', '--seconds', '1']
  const { code, stdout, stderr } = await run([
    'bench',
    ...shortly,
    '--only=generate-regid',
    '--json',
    json,
    '--html',
    html,
  ])
  expect(stderr).toContain('[1/1] generate-regid: ')
  const [row, ...more] = JSON.parse(await readFile(json, 'utf8'))
  expect(more).toEqual([])
  expect(Object.keys(row)).toEqual(['name', 'value', 'unit', 'bar', 'holds', 'detail'])
  expect(row).toMatchObject({ name: 'generate-regid', value: expect.any(Number), bar: '≥ 0.48 cold' })
  expect(row.value).toBeGreaterThan(0)
  expect(code).toBe(row.holds ? 0 : 1)
  expect(stdout).toMatch(/^row +value +bar +holds\ngenerate-regid +[\d.]+ × empty route +≥ 0.48 cold +(yes|NO)\n/)
  const page = await readFile(html, 'utf8')
  expect(page).toContain('heartbell bench --quick --only=generate-regid')
  expect(page).toMatch(/PostgreSQL \d+\.\d+, fsync on, synchronous_commit on/)
  expect(page).toContain('<title id="generate-regid-title">')
})
