/** Starts a Redis for a test, if this machine has one or can install it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { installOnce } from '../../database/testing/install-once.ts'

const isThere = () => {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Root may install it; for other users the one test that needs it fails with a hint. */
export function haveRedis(): boolean {
  if (isThere() || process.getuid?.() !== 0) return isThere()
  return installOnce(isThere, () => {
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'redis-server']]) {
      try {
        execFileSync('apt-get', args, { stdio: 'ignore', timeout: 300_000 })
      } catch {
        // the test reports what is missing
      }
    }
  })
}

export type TestRedis = { url: string; stop(): Promise<void> }

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

export async function startRedis(port: number): Promise<TestRedis> {
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child: ChildProcess = spawn('redis-server', flags, { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on('data', (text) => String(text).includes('Ready to accept connections') && resolve())
    closed.then(([code]) => reject(new Error(`Redis ended with exit code ${code}.`)))
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGKILL')
      await closed
    },
  }
}
