/** An example as its reader runs it: copied to an empty folder, `npm install`, `npm start`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileNameOf, npm, type Tarball } from '../../bench/faults/parts/packed-install.ts'
import type { ExampleStore } from './store.ts'

export type RunningApp = {
  url: string
  installSeconds: number
  startSeconds: number
  output(): string
  end(): Promise<void>
}

type Options = {
  from: string
  folder: string
  /** Where the tarballs are. */
  shelf: string
  tarballs: Tarball[]
  store: ExampleStore
}

const seconds = (since: number) => Math.round((Date.now() - since) / 100) / 10

export async function startApp({ from, folder, shelf, tarballs, store }: Options): Promise<RunningApp> {
  await cp(from, folder, {
    recursive: true,
    filter: (path) => !/node_modules|\/\.(next|svelte-kit|astro|react-router)/.test(path),
  })
  await usePacked(folder, shelf, tarballs)
  let since = Date.now()
  await npm(folder, 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--include=dev')
  const installSeconds = seconds(since)
  since = Date.now()
  const port = await freePort()
  const child = spawn('npm', ['start'], {
    cwd: folder,
    // a group of its own, so that what npm starts ends with it
    detached: true,
    env: { ...process.env, ...settingsOf(store), PORT: `${port}`, NODE_ENV: 'development' },
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => lines.push(String(text)))
  const output = () => lines.join('').slice(-3_000)
  const url = `http://localhost:${port}`
  try {
    await waitFor(url, child)
  } catch (error) {
    await endGroup(child)
    throw new Error(`${(error as Error).message}\n${output()}`)
  }
  return { url, installSeconds, startSeconds: seconds(since), output, end: () => endGroup(child) }
}

const settingsOf = ({ api, pid, identitySecret }: ExampleStore) => ({
  HEARTBELL_API: api,
  HEARTBELL_STORE: pid,
  HEARTBELL_IDENTITY_SECRET: identitySecret,
  // an example calls nobody but its Heartbell
  NEXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
})

/** The tarballs of this clone in place of the registry's packages. */
async function usePacked(folder: string, shelf: string, tarballs: Tarball[]): Promise<void> {
  const path = join(folder, 'package.json')
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  const packed = Object.fromEntries(
    tarballs.map(({ name, filename }) => [name, `file:${join(shelf, fileNameOf(filename))}`]),
  )
  for (const name of Object.keys(manifest.dependencies ?? {}))
    if (packed[name]) manifest.dependencies[name] = packed[name]
  // a package for a framework depends on the client, which the registry may not have yet
  if (manifest.dependencies?.['@heartbell/client']) manifest.overrides = { '@heartbell/client': '$@heartbell/client' }
  await writeFile(path, JSON.stringify(manifest, null, 2))
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Until the first page is complete: a development server compiles it then. */
async function waitFor(url: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + 180_000
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}.`)
    const answer = await fetch(url, { signal: AbortSignal.timeout(120_000) }).catch(() => null)
    if (answer?.ok) return
    await pause(300)
  }
  throw new Error(`${url} did not answer within three minutes.`)
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  process.kill(-child.pid!, 'SIGTERM')
  const late = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), 5_000)
  await ended
  clearTimeout(late)
}
