/** The files that GitHub and Renovate read: well-formed, pinned, and calling only what is there. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { projectRoot, readText } from './codebase/sources.ts'

type Step = { uses?: string; run?: string; with?: Record<string, unknown> }
type Job = {
  steps: Step[]
  permissions?: Record<string, string>
  'timeout-minutes'?: number
  strategy?: { matrix: { os: string[]; node: number[] } }
}
type Workflow = { permissions: Record<string, string>; concurrency: { group: string }; jobs: Record<string, Job> }

const folder = '.github/workflows'
const files = readdirSync(join(projectRoot, folder))
const workflows = files.map((file): [string, Workflow] => [file, parse(readText(`${folder}/${file}`))])
const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }

describe.each(workflows)('%s', (file, workflow) => {
  const jobs = Object.values(workflow.jobs)
  const steps = jobs.flatMap(({ steps }) => steps)

  test('may read the repository and no more, unless a job says why', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    const writing = jobs.flatMap(({ permissions = {} }) => Object.entries(permissions))
    const text = readText(`${folder}/${file}`)
    for (const [name, access] of writing) expect(text).toMatch(new RegExp(`${name}: ${access} # \\S`))
  })

  test('pins every action to a commit, and names its version', () => {
    const uses = readText(`${folder}/${file}`).match(/uses: .*/g) ?? []
    expect(uses.length).toBeGreaterThan(0)
    expect(uses.filter((line) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
  })

  test('leaves no credentials in the clone, and every job ends some time', () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    expect(checkouts.map((step) => step.with)).toEqual(checkouts.map(() => ({ 'persist-credentials': false })))
    expect(jobs.every((job) => job['timeout-minutes'] !== undefined)).toBe(true)
    expect(workflow.concurrency.group).toBeTruthy()
  })

  test('runs scripts that package.json has', () => {
    const run = steps.map((step) => step.run ?? '').join('\n')
    const named = [...run.matchAll(/npm (?:run (?:--silent )?([\w:-]+)|(test|start)\b)/g)].map(([, a, b]) => a ?? b!)
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((name) => !scripts[name])).toEqual([])
  })
})

test('CI tries Linux on x64 and arm64 and macOS, each with Node.js 20, 22 and 24, from the clone and packed', () => {
  const { jobs } = Object.fromEntries(workflows)['ci.yml']!
  for (const name of ['test', 'packed']) {
    const { os, node } = jobs[name]!.strategy!.matrix
    expect(os).toEqual(['ubuntu-24.04', 'ubuntu-24.04-arm', 'macos-15'])
    expect(node).toEqual([20, 22, 24])
  }
  expect(jobs.test!.steps.map(({ run }) => run)).toEqual(expect.arrayContaining(['npm ci', 'npm test']))
})

describe('issue templates', () => {
  const forms = readdirSync(join(projectRoot, '.github/ISSUE_TEMPLATE')).filter((file) => file !== 'config.yml')
  type Form = { name: string; description: string; body: { type: string; id?: string; attributes: object }[] }

  test.each(forms)('%s has what GitHub asks of a form', (file) => {
    const form: Form = parse(readText(`.github/ISSUE_TEMPLATE/${file}`))
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) })
    const kinds = ['markdown', 'textarea', 'input', 'dropdown', 'checkboxes']
    expect(form.body.filter(({ type }) => !kinds.includes(type))).toEqual([])
    const ids = form.body.filter(({ type }) => type !== 'markdown').map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('bugs and pull requests point security reports to SECURITY.md', () => {
    expect(readText('.github/ISSUE_TEMPLATE/bug.yml')).toMatch(/SECURITY\.md/)
    expect(readText('.github/PULL_REQUEST_TEMPLATE.md')).toMatch(/SECURITY\.md/)
  })
})

test('Renovate groups, pins, maintains the lock file, and merges nothing by itself', () => {
  const config = JSON.parse(readText('renovate.json'))
  expect(config).toMatchObject({ rangeStrategy: 'pin', automerge: false, lockFileMaintenance: { enabled: true } })
  const rules: { matchFileNames?: string[]; groupName?: string; automerge?: boolean }[] = config.packageRules
  expect(rules.filter(({ automerge }) => automerge)).toEqual([])
  const named = rules.flatMap(({ matchFileNames = [] }) => matchFileNames)
  expect(named.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([])
})
