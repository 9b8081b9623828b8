/** `npm run examples`: installs each app of examples/ with the packed packages, starts it beside a Heartbell, and opens it in Chromium. */
import { readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { packAll } from '../../bench/faults/parts/packed-install.ts'
import { openDataFolder, startServer } from '../../bench/setup/server.ts'
import { startChromium } from '../../test/browser/chromium.ts'
import { startApp } from './app.ts'
import { createStore } from './store.ts'
import { visitApp } from './visit.ts'

const usage = `npm run examples                 every example: installed, started, opened in Chromium
npm run examples -- nextjs html  only these
npm run examples -- nextjs --keep    starts one and keeps it running, to look at; Ctrl-C ends it`

export async function main(root: string, args: string[]): Promise<number> {
  const all = readdirSync(join(root, 'examples'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { keep: { type: 'boolean' } } })
  const unknown = positionals.filter((name) => !all.includes(name))
  if (unknown.length > 0 || (values.keep && positionals.length !== 1)) {
    console.error(`${usage}\n\nThere are: ${all.join(', ')}`)
    return 2
  }
  const { data, remove } = await openDataFolder()
  const server = await startServer(data, { flags: ['--no-alerts'] })
  let failed = 0
  try {
    const shelf = join(data, 'tarballs')
    await mkdir(shelf)
    const tarballs = await packAll(shelf, ['client', 'react', 'vue', 'svelte'])
    const store = await createStore(data, server.url.origin)
    for (const name of positionals.length > 0 ? positionals : all) {
      const folder = join(data, name)
      if (
        !(await tryExample(name, {
          from: join(root, 'examples', name),
          folder,
          shelf,
          tarballs,
          store,
          keep: values.keep,
        }))
      )
        failed++
    }
  } finally {
    await server.end()
    await remove()
  }
  return failed === 0 ? 0 : 1
}

type Example = Parameters<typeof startApp>[0] & { keep?: boolean | undefined }

async function tryExample(name: string, example: Example): Promise<boolean> {
  const app = await startApp(example).catch((error: Error) => error)
  if (app instanceof Error) {
    console.error(`✗ ${name}: ${app.message}`)
    return false
  }
  const browser = await startChromium()
  try {
    const { saw, problems } = await visitApp(browser, app.url, example.store)
    const times = `installed in ${app.installSeconds} s, first page after ${app.startSeconds} s`
    console.log(`${problems.length > 0 ? '✗' : '✓'} ${name}: ${times}; ${saw.join(', ')}`)
    for (const problem of problems) console.log(`    ${problem}`)
    if (problems.length > 0) console.log(app.output().replaceAll(/^/gm, '    | '))
    if (example.keep) await keepRunning(app.url)
    return problems.length === 0
  } finally {
    await browser.close()
    await app.end()
  }
}

async function keepRunning(url: string): Promise<void> {
  console.log(`${url} runs until Ctrl-C.`)
  await new Promise<void>((done) => process.once('SIGINT', () => done()))
}
