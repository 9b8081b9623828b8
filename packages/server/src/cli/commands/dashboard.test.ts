/** `heartbell dashboard`: links for the operator, for a forgotten password and for a new address. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { hashPassword } from '../../domain/secrets/passwords.ts'
import { findAccountLink } from '../../domain/staff/account-links.ts'
import { requestEmailChange } from '../../domain/staff/email-changes.ts'
import { readReset } from '../../domain/staff/password-resets.ts'
import { createUser, type User } from '../../domain/staff/users.ts'
import { noteServerAddress } from '../process/server-address.ts'
import { call } from '../testing/run-command.ts'

const database = useTestDatabase()
let data: string
let env: Record<string, string>
let ada: User
const email = 'ada@shop.example'
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'heartbell-dashboard-'))
  env = {
    DATABASE_URL: database.url,
    HEARTBELL_SECRET: 'a secret for tests that is long enough',
    HEARTBELL_DATA: data,
    HEARTBELL_PUBLIC_URL: 'https://wishes.example',
  }
  ada = (await createUser(database.sql, { email, name: 'Ada', passwordHash: await hashPassword('ten letters') }))!
})
afterAll(async () => {
  await rm(data, { recursive: true })
})

const heartbell = (...args: string[]) => call(['dashboard', ...args], env)
const tokenIn = (text: string) => /#([\w-]{43})/.exec(text)![1]!

test('prints a link that signs in', async () => {
  expect((await heartbell()).stdout).toMatch(/^https:\/\/wishes\.example\/dashboard\/welcome#[\w-]{43}\n$/)
})

test('without a public address the link points to the server of this data folder', async () => {
  const { HEARTBELL_PUBLIC_URL: _, ...local } = env
  const link = async () => (await call(['dashboard'], local)).stdout
  expect(await link()).toMatch(/^http:\/\/127\.0\.0\.1:4000\/dashboard/)
  const forget = await noteServerAddress(data, 'http://127.0.0.1:4321')
  expect(await link()).toMatch(/^http:\/\/127\.0\.0\.1:4321\/dashboard/)
  // A killed server leaves its file.
  await writeFile(join(data, 'server.json'), JSON.stringify({ url: 'http://127.0.0.1:4321', pid: 2 ** 22 + 1 }))
  expect(await link()).toMatch(/^http:\/\/127\.0\.0\.1:4000\/dashboard/)
  await forget()
})

test('--reset prints a link for this person, and an unknown address is refused', async () => {
  const { stdout, code } = await heartbell('--reset', ' ADA@shop.example')
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^https:\/\/wishes\.example\/dashboard\/reset#[\w-]{43}\n$/),
  ])
  const { user, link } = await readReset(database.sql, tokenIn(stdout))
  expect([user.userId, link.removesSecondFactor]).toEqual([ada.userId, false])
  const nobody = await heartbell('--reset', 'nobody@shop.example')
  expect([nobody.code === 0, nobody.stderr]).toEqual([
    false,
    expect.stringContaining('No dashboard user has the e-mail address nobody@shop.example.'),
  ])
  expect((await heartbell('--reset', 'ada')).stderr).toContain('--reset must be an e-mail address.')
  const rows = await database.sql`select act, actor_kind from installation_log where act = 'reset-link-made'`
  expect(rows).toEqual([{ act: 'reset-link-made', actorKind: 'command' }])
})

test('--without-second-factor turns two-step sign-in off, only with --reset', async () => {
  const { stdout } = await heartbell('--reset', email, '--without-second-factor', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ email, removesSecondFactor: true })
  expect((await readReset(database.sql, tokenIn(stdout))).link.removesSecondFactor).toBe(true)
  expect((await heartbell('--without-second-factor')).stderr).toContain('needs --reset EMAIL')
})

test('--confirm-email prints the link of a requested address', async () => {
  const waiting = 'new@shop.example'
  expect((await heartbell('--confirm-email', waiting)).stderr).toContain('No user has requested a change')
  await requestEmailChange(database.sql, ada, waiting)
  const { stdout } = await heartbell('--confirm-email', waiting)
  expect(stdout).toMatch(/^https:\/\/wishes\.example\/dashboard\/confirm-email#/)
  expect(await findAccountLink(database.sql, 'email', tokenIn(stdout))).toMatchObject({ email: waiting })
})
