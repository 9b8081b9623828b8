/** `npm run dev`: server, dashboard and storefront from their sources at one address, each following every change. */
import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { openDashboard } from './dashboard.ts'
import { openFront } from './front.ts'
import { nameFiles, print, say, seconds } from './lines.ts'
import { openServerBundle, type ServerBundle } from './server-bundle.ts'
import { openServerProcess, type ServerProcess } from './server-process.ts'
import { buildStorefront } from './storefront.ts'
import { watchFolders } from './watch.ts'

const usage = 'npm run dev -- [--port 4000] [--data .heartbell] [--no-demo]'

export async function main(root: string, args: string[]): Promise<number> {
  const options = readOptions(root, args)
  if (!options) {
    print(usage)
    return 2
  }
  const stopped = awaitStop()
  const front = await openFront(root, options.port)
  if (!front) {
    print(`Port ${options.port} is in use. Stop what uses it, or choose another: ${usage}`)
    return 1
  }
  const dashboard = await openDashboard(root, front.server)
  const bundle = await openServerBundle(root)
  const env = { HEARTBELL_PUBLIC_URL: front.url, ...process.env }
  const flags = ['--data', options.data, ...(options.demo ? ['--demo'] : [])]
  const server = openServerProcess({ program: bundle.program, args: flags, env })
  front.serve(dashboard, server)

  let isWelcomed = false
  const welcome = async () => {
    if (!isWelcomed) print(await writeWelcome(front.url, options, bundle.program, env))
    isWelcomed = true
  }
  const folder = (path: string) => join(root, 'packages', path)
  const stopWatching = watchFolders(dashboard.vite.watcher, [
    {
      folders: [folder('server/src'), folder('contract/src'), folder('server/demo')],
      act: async (files) => {
        if (await restart(root, bundle, server, files)) await welcome()
      },
    },
    { folders: [folder('client/src')], act: (files) => rebuildStorefront(root, files) },
  ])
  const problem = await bundle.build()
  if (problem) say('server', `does not compile; it starts when it does\n${problem}`)
  else if (await server.start()) await welcome()

  await stopped
  print('Stopping …')
  await stopWatching()
  front.server.close()
  front.server.closeAllConnections()
  await Promise.all([server.stop(), dashboard.vite.close(), bundle.close()])
  return 0
}

type Options = { port: number; data: string; demo: boolean }

function readOptions(root: string, args: string[]): Options | null {
  const { PORT = '4000', HEARTBELL_DATA = '.heartbell' } = process.env
  try {
    const { values } = parseArgs({
      args,
      allowNegative: true,
      options: {
        port: { type: 'string', default: PORT },
        data: { type: 'string', default: HEARTBELL_DATA },
        demo: { type: 'boolean', default: true },
      },
    })
    const port = Number(values.port)
    if (!Number.isInteger(port) || port < 0 || port > 65_535) return null
    return { port, data: resolve(root, values.data), demo: values.demo }
  } catch {
    return null
  }
}

/** Also ends with its parent: npm that is killed passes no signal on. */
const awaitStop = () =>
  new Promise<void>((resolve) => {
    // At Ctrl-C the terminal signals this process, and npm once more.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && resolve(), 500).unref()
  })

/** The running server stays until the sources compile. Returns whether a new one is ready. */
async function restart(root: string, bundle: ServerBundle, server: ServerProcess, files: string[]): Promise<boolean> {
  const isProgram = (file: string) => bundle.contains(file) || /\/(migrations|demo)\//.test(file)
  const relevant = files.filter((file) => isProgram(file) && !/\.test\.ts$/.test(file))
  if (relevant.length === 0) return false
  const since = performance.now()
  const named = nameFiles(root, relevant)
  const problem = await bundle.build()
  if (problem) {
    say('server', `${named} changed and does not compile; the server before it still runs\n${problem}`)
    return false
  }
  say('server', `${named} changed: restarting …`)
  await server.stop()
  const isReady = await server.start()
  if (isReady) say('server', `ready after ${seconds(since)}, with the same data`)
  return isReady
}

async function rebuildStorefront(root: string, files: string[]): Promise<void> {
  const relevant = files.filter((file) => !/\.test\.ts$/.test(file))
  if (relevant.length === 0) return
  const since = performance.now()
  const problem = await buildStorefront(root)
  const named = nameFiles(root, relevant)
  if (problem)
    say('storefront', `${named} changed and does not compile; the files before it are still served\n${problem}`)
  else say('storefront', `${named} changed: built in ${seconds(since)}; reload the page`)
}

async function writeWelcome(
  url: string,
  { data, demo }: Options,
  program: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const asked = [program, 'dashboard', '--json', '--data', data]
  const { stdout } = await promisify(execFile)(process.execPath, asked, { env })
  const rows = [
    ...(demo ? [['Demo store', `${url}/demo`]] : []),
    ['Dashboard', JSON.parse(stdout).link],
    ['API', `${url}, docs at ${url}/docs`],
    ['Data', `${data}, the same after every restart`],
  ]
  const lines = rows.map(([name, value]) => `  ${name!.padEnd(12)}${value}`)
  return [
    '',
    ...lines,
    '',
    '  Change the server or the contract: it restarts. The dashboard: the page updates itself. The storefront: it is rebuilt.',
    '  Types are not checked here; the editor and `npm run check` do that. Ctrl-C stops everything.',
    '',
  ].join('\n')
}
