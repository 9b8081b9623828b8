/** The built service with its demo store, on a port of its own and with data that are deleted at the end. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type DemoServer = {
  url: string
  pid: string
  /** Changes a setting of the store: `double-opt-in=on`. */
  set(setting: string): void
  close(): Promise<void>
}

export async function openDemoServer(root: string): Promise<DemoServer> {
  const folder = await mkdtemp(join(tmpdir(), 'heartbell-storefront-'))
  const program = join(root, 'packages/server/bin/heartbell.js')
  const data = ['--data', join(folder, 'data')]
  const env = { ...process.env, LOG_LEVEL: 'info' }
  const server = spawn(process.execPath, [program, 'serve', '--demo', '--port', '0', ...data], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // whatever stops the command, its server does not stay behind
  process.once('exit', () => server.kill('SIGTERM'))
  const url = await readUrl(server.stdout)
  server.stdout.resume()
  const command = (...words: string[]) =>
    execFileSync(process.execPath, [program, ...words, ...data], { env }).toString()
  const pid: string = JSON.parse(command('store', 'list', '--json'))[0].pid
  return {
    ...{ url, pid },
    set: (setting) => void command('store', 'set', pid, setting),
    close: async () => {
      const gone = once(server, 'exit')
      server.kill('SIGTERM')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function readUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const said = JSON.parse(line)
    if (said.msg === 'ready') return said.url
  }
  throw new Error('The server ended before it was ready.')
}
