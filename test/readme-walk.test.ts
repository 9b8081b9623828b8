/** The commands of the README's walk, pasted block by block, against a server as `npm start` runs it. */
import { execFile, spawnSync } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../packages/server/src/cli/testing/run-command.ts'
import { projectRoot, readText } from './codebase/sources.ts'

const run = promisify(execFile)

const hasCurl = spawnSync('curl', ['--version']).status === 0

/** Tests need only Node.js; without curl, a replacement is used. */
async function toolsPath(): Promise<string> {
  if (hasCurl) return process.env.PATH ?? ''
  const tools = join(data, 'tools')
  await mkdir(tools)
  await copyFile(join(projectRoot, 'test/stand-in/curl.js'), join(tools, 'curl.mjs'))
  await writeFile(join(tools, 'curl'), `#!/bin/sh\nexec "${process.execPath}" "${join(tools, 'curl.mjs')}" "$@"\n`, {
    mode: 0o755,
  })
  return `${tools}:${process.env.PATH}`
}

let data: string
let server: RunningServer
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'heartbell-walk-'))
  await chmod(data, 0o711)
  server = await startServer(['--data', data, '--demo'])
})
afterAll(async () => {
  await server?.end('SIGTERM')
  await rm(data, { recursive: true, force: true })
})

const blocks = [...readText('README.md').matchAll(/^```bash walk\n([\s\S]*?)^```$/gm)].map(([, block]) => block!)

/** Each block's output under its number. */
async function walk(): Promise<string[]> {
  const script = blocks.map((block, index) => `echo "--- ${index}"\n${block}`).join('\n')
  const env = {
    ...process.env,
    PATH: await toolsPath(),
    API: server.url,
    HEARTBELL_DATA: data,
    DATABASE_URL: '',
    NO_COLOR: '1',
  }
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: projectRoot, env })
  return stdout.split(/^--- \d+\n/m).slice(1)
}

test('every command of the README works when pasted', async () => {
  expect(blocks.length).toBeGreaterThan(10)
  const said = await walk()
  expect(said).toHaveLength(blocks.length)
  const outputOf = (words: string) => said[blocks.findIndex((block) => block.includes(words))]
  expect(outputOf('generate-regid" \\')).toContain('Regid generated using the uuid.')
  expect(outputOf('lists/create "lname=Birthday"')).toMatch(/epi: 101[\s\S]*epi: 201[\s\S]*cnt: 2/)
  expect(outputOf("'u=[")).toMatch(/qty: 3,\s+note: 'the ruled one'/)
  expect(outputOf('lists/contains')).toMatch(/'101': \[ '[\w-]+' \],\s+'201': \[\]/)
  expect(outputOf('lists/fetch-user-list')).toContain('totalcount: 1')
  expect(outputOf('v3/catalog/stock')).toContain("{ dt: 'Notebook, A5', pr: 11.9, stk: 38 }")
  expect(outputOf('bispa/subscriptions/create')).toContain("topics: [ 'backinstock' ]")
  expect(outputOf('ACCOUNT=')).toContain('ada@shop.example')
  expect(outputOf('lists/delete-list')).toBe('Birthday\n[]\n')
  expect(outputOf('lname=ab')).toContain('invalid-lname')
})
