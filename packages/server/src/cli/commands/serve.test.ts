import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findEmbedded } from '../../database/embedded/open-embedded.ts'
import { call, type RunningServer, run, startServer } from '../testing/run-command.ts'

let data: string
let server: RunningServer
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'heartbell-serve-'))
  await chmod(data, 0o711)
  server = await startServer(['--data', data, '--demo'])
})
afterAll(async () => {
  await server.end('SIGTERM')
  await rm(data, { recursive: true })
})

const heartbell = (...args: string[]) => call([...args, '--data', data])
const readDemo = async () => JSON.parse(await readFile(join(data, 'demo.json'), 'utf8'))

const readRecord = async () => JSON.parse(await readFile(join(data, 'postgres.json'), 'utf8'))

/** Requests to storeadmin/me, according to the metrics. */
async function countRequests(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${server.ready.port}/metrics`)).text()
  expect(text).toContain('heartbell_alerts_overdue_seconds')
  return Number(
    /^heartbell_http_request_duration_seconds_count\{route="\/storeadmin\/me".*\} (\d+)$/m.exec(text)?.[1] ?? 0,
  )
}

async function askMe(pid: string, apiKey: string): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${pid}:${apiKey}`).toString('base64')}`
  return (await fetch(`${server.url}/storeadmin/me`, { headers: { authorization } })).status
}

test('it is ready on the chosen port, and only its user can read its secrets', async () => {
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  for (const file of ['secret', 'demo.json', 'postgres.json']) {
    expect((await stat(join(data, file))).mode & 0o777).toBe(0o600)
  }
})

test('the demo store is there, and its key is not in the log', async () => {
  const { pid, apiKey, name } = await readDemo()
  expect(name).toBe('Fern & Field')
  expect(server.ready.demoPid).toBe(pid)
  expect(await askMe(pid, apiKey)).toBe(200)
  expect(JSON.stringify(server.log)).not.toContain(apiKey)
})

test('commands work while the server runs, and it notices their changes', async () => {
  const made = JSON.parse((await heartbell('store', 'create', '--name', 'Moss', '--json')).stdout)
  expect(await askMe(made.pid, made.apiKey)).toBe(200)
  expect((await heartbell('store', 'key', 'revoke', made.pid, made.apiKey)).code).toBe(0)
  await vi.waitFor(async () => expect(await askMe(made.pid, made.apiKey)).toBe(401), { timeout: 45_000 })
  const doctor = await heartbell('doctor')
  expect(doctor.stdout).not.toMatch(/^(warn|fail)/m)
  expect(doctor.code).toBe(0)
  expect((await heartbell('migrate')).stdout).toBe('The database is up to date.\n')
})

// proves C7.maintenance
test('maintenance takes it out of use and back', async () => {
  const { pid, apiKey } = await readDemo()
  await heartbell('maintenance', 'on')
  await vi.waitFor(async () => expect(await askMe(pid, apiKey)).toBe(503), { timeout: 45_000 })
  await heartbell('maintenance', 'off')
  await vi.waitFor(async () => expect(await askMe(pid, apiKey)).toBe(200), { timeout: 45_000 })
})

test('a second server on the same data is refused with a clear message', async () => {
  const { code, stderr } = await run(['serve', '--port', '0', '--data', data])
  expect(code).toBe(1)
  expect(stderr).toContain(`Another Heartbell server (process ${server.child.pid}) already uses the data folder`)
})

test('it recovers when its PostgreSQL is killed', async () => {
  const killed = (await readRecord()).pid
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(async () => expect((await readRecord()).pid).not.toBe(killed), { timeout: 45_000 })
  await vi.waitFor(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200), { timeout: 45_000 })
  expect(server.child.exitCode).toBeNull()
})

test('SIGTERM finishes requests in flight, stops the database and exits with 0; the next start finds everything', async () => {
  const { pid, apiKey } = await readDemo()
  const { port, hostname } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  const idle = connect(Number(port), hostname)
  await Promise.all([once(socket, 'connect'), once(idle, 'connect')])
  const body = 'useragenttype=mobileApp&useremail=ada%40example.com'
  const headers = [`authorization: Basic ${btoa(`${pid}:${apiKey}`)}`, 'host: x', `content-length: ${body.length}`]
  headers.push('content-type: application/x-www-form-urlencoded')
  socket.write(`POST /storeadmin/v3/user/generate-regid HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body.slice(0, 9)}`)
  // The server has read the headers once it answers a later request on another connection.
  await fetch(`${server.url}/healthz`)
  const exited = server.end('SIGTERM')
  await vi.waitFor(() => expect(server.log.map(({ msg }) => msg)).toContain('stopping'), { timeout: 45_000 })
  socket.write(body.slice(9))
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 200/)
  expect(await exited).toBe(0)
  expect(await findEmbedded(data)).toBeNull()
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()

  expect((await heartbell('store', 'list')).stdout).toContain('Moss')
  server = await startServer(['--data', data, '--demo'])
  expect(server.ready.demoPid).toBe(pid)
  expect(await askMe(pid, apiKey)).toBe(200)
})

test('a closed terminal (SIGHUP) stops the server and its database, too', async () => {
  expect(await server.end('SIGHUP')).toBe(0)
  expect(await findEmbedded(data)).toBeNull()
})

test('a port in use is reported, and the database does not stay running', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { code, stderr } = await run(['serve', '--port', String(port), '--data', data])
  expect(stderr).toBe(
    `Port ${port} on 127.0.0.1 is already in use. Stop the program that uses it, or choose another port with --port.\n`,
  )
  expect(code).toBe(1)
  expect(await findEmbedded(data)).toBeNull()
  other.close()
})

test('when asked to stop it reports not ready first and keeps serving, so that load balancers can react', async () => {
  server = await startServer(['--data', data], { HEARTBELL_DRAIN: '5' })
  const { pid, apiKey } = await readDemo()
  const exited = server.end('SIGTERM')
  // Together, because it serves for five seconds only.
  const ask = () => Promise.all([fetch(`${server.url}/readyz`), fetch(`${server.url}/healthz`), askMe(pid, apiKey)])
  const seen = async () => {
    const [ready, health, me] = await ask()
    return { ready: ready.status, connection: health.headers.get('connection'), me }
  }
  await expect.poll(seen).toEqual({ ready: 503, connection: 'close', me: 200 })
  // A second signal does not wait for load balancers.
  expect(server.child.kill('SIGTERM')).toBe(true)
  expect(await exited).toBe(0)
})

test('several processes share the port, one that dies is replaced, and all stop together', async () => {
  server = await startServer(['--data', data], { HEARTBELL_PROCESSES: '2' })
  const { pid, apiKey } = await readDemo()
  expect(await askMe(pid, apiKey)).toBe(200)
  const workers = () => new Set(server.log.map((line) => line.pid).filter((id) => id !== server.child.pid))
  expect(workers().size).toBe(2)
  // Any of them reports the requests of all, and the background work of the first process.
  const before = await countRequests()
  for (let n = 0; n < 6; n++) await askMe(pid, apiKey)
  await vi.waitFor(async () => expect(await countRequests()).toBe(before + 6), { timeout: 45_000 })
  process.kill(Number([...workers()][0]), 'SIGKILL')
  await vi.waitFor(() => expect(workers().size).toBe(3), { timeout: 45_000 })
  expect(await askMe(pid, apiKey)).toBe(200)
})

test('SIGUSR2 replaces the processes one by one, and every request meanwhile is answered', async () => {
  const { pid, apiKey } = await readDemo()
  const said = (words: string) => server.log.filter(({ msg }) => msg === words).length
  const old = new Set(server.log.map((line) => line.pid))
  const statuses = new Set<number>()
  let isOver = false
  const askOn = async () => {
    while (!isOver) statuses.add(await askMe(pid, apiKey))
  }
  const asking = Promise.all([askOn(), askOn(), askOn()])
  server.child.kill('SIGUSR2')
  await vi.waitFor(() => expect(said('the HTTP processes are replaced')).toBe(1), { timeout: 90_000 })
  isOver = true
  await asking
  expect(statuses).toEqual(new Set([200]))
  expect(new Set(server.log.map((line) => line.pid).filter((id) => !old.has(id))).size).toBe(2)
  expect(await server.end('SIGINT')).toBe(0)
  expect(await findEmbedded(data)).toBeNull()
})
