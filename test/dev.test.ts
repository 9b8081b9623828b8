/** `npm run dev` played in short, on a copy of the sources: each part follows a change, the data stays, and nothing stays behind. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clean, run } from '../packages/server/src/cli/testing/run-command.ts'
import { findEmbedded } from '../packages/server/src/database/embedded/open-embedded.ts'
import { type Chromium, launchChromium } from './browser/chromium.ts'
import { projectRoot } from './codebase/sources.ts'

let copy: string
let data: string
let dev: ChildProcess
let browser: Chromium
let output = ''
let url: string
const inCopy = (path: string) => join(copy, path)
const see = (text: string | RegExp) => vi.waitFor(() => expect(output).toMatch(text), { timeout: 60_000 })

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'heartbell-dev-'))
  data = join(copy, 'data')
  await copyHouse()
  dev = spawn(process.execPath, ['scripts/run.js', 'dev', '--port', '0', '--data', data, '--no-demo'], {
    cwd: copy,
    env: clean,
  })
  for (const stream of [dev.stdout!, dev.stderr!]) stream.on('data', (text) => (output += text))
  browser = await launchChromium()
  await see(/Ctrl-C stops everything/)
  url = /http:\/\/localhost:\d+/.exec(output)![0]
})
afterAll(async () => {
  await browser?.close()
  if (dev?.exitCode === null) {
    dev.kill('SIGINT')
    await once(dev, 'exit')
  }
  await rm(copy, { recursive: true, force: true })
})

/** Saves until it is noticed: on a busy machine the first watch may begin after the first save. */
async function save(path: string, text: string, seen: RegExp): Promise<void> {
  for (let tries = 0; !seen.test(output) && tries < 6; tries++) {
    await writeFile(inCopy(path), text)
    await vi.waitFor(() => expect(output).toMatch(seen), { timeout: 10_000 }).catch(() => {})
  }
  expect(output).toMatch(seen)
}

/** Sources alone, and the installed packages by links; our own packages are those of the copy. */
async function copyHouse(): Promise<void> {
  const isSource = (path: string) => !/\/(node_modules|\.dev|dist)(\/|$)/.test(path.slice(projectRoot.length))
  for (const path of ['packages', 'scripts', 'package.json', 'tsconfig.base.json', 'CHANGELOG.md'])
    await cp(join(projectRoot, path), inCopy(path), { recursive: true, filter: isSource })
  await cp(join(projectRoot, 'packages/client/dist/script'), inCopy('packages/client/dist/script'), { recursive: true })
  await mkdir(inCopy('node_modules/@heartbell'), { recursive: true })
  const installed = (await readdir(join(projectRoot, 'node_modules'))).filter(
    (name) => !/^(\..*|@?heartbell)$/.test(name),
  )
  for (const name of installed) await symlink(join(projectRoot, 'node_modules', name), inCopy(`node_modules/${name}`))
  for (const name of ['client', 'contract', 'dashboard'])
    await symlink(inCopy(`packages/${name}`), inCopy(`node_modules/@heartbell/${name}`))
}

test('a change of the server restarts it with its data; one that does not compile leaves it as it is', async () => {
  // On a very busy machine a command may time out once.
  await vi.waitFor(
    async () => {
      const made = await run(['store', 'create', '--name', 'Moss', '--data', data])
      expect(made.code, made.stderr).toBe(0)
    },
    { timeout: 60_000, interval: 1000 },
  )
  const main = 'packages/server/src/cli/main.ts'
  const before = await readFile(inCopy(main), 'utf8')

  await save(
    main,
    `${before}\nconst broken = ;\n`,
    /cli\/main\.ts changed and does not compile; the server before it still runs/,
  )
  expect((await fetch(`${url}/readyz`)).status).toBe(200)

  await save(main, `${before}\nconsole.log('changed by the test')\n`, /cli\/main\.ts changed: restarting/)
  await see(/changed by the test/)
  // A request during the restart waits for it.
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await see(/ready after .* with the same data/)
  expect((await run(['store', 'list', '--data', data])).stdout).toContain('Moss')
})

test('a change of a widget is served', async () => {
  const core = () => fetch(`${url}/client/latest/core.js`)
  expect((await core()).headers.get('cache-control')).toBe('no-store')
  const widget = 'packages/client/src/widgets/core.ts'
  const before = await readFile(inCopy(widget), 'utf8')
  await save(widget, `${before}\nconsole.log('changed by the test')\n`, /widgets\/core\.ts changed: built in/)
  expect(await (await core()).text()).toContain('changed by the test')
})

test('a change of the dashboard is in the open page, which is not loaded again', async () => {
  const page = await (await browser.newContext()).newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 401/.test(message.text())) complaints.push(message.text())
  })
  await page.goto(`${url}/dashboard`)
  const heading = page.locator('h1')
  const title = await heading.innerText()
  await page.evaluate('globalThis.isSamePage = true')
  await rename(title, `${title} today`)
  await heading.filter({ hasText: 'today' }).waitFor()
  expect(await page.evaluate('globalThis.isSamePage')).toBe(true)
  expect(complaints).toEqual([])
})

/** Wherever the dashboard says so. */
async function rename(text: string, newText: string): Promise<void> {
  const screens = inCopy('packages/dashboard/src/screens')
  for (const name of await readdir(screens, { recursive: true })) {
    if (!name.endsWith('.tsx')) continue
    const code = await readFile(join(screens, name), 'utf8')
    if (code.includes(`'${text}'`)) await writeFile(join(screens, name), code.replaceAll(`'${text}'`, `'${newText}'`))
  }
}

test('Ctrl-C ends it, and its PostgreSQL', async () => {
  dev.kill('SIGINT')
  const [code] = await once(dev, 'exit')
  expect(code).toBe(0)
  expect(await findEmbedded(data)).toBeNull()
  await expect(fetch(url)).rejects.toThrow()
})
