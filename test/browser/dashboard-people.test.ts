/** Dashboard users in a real browser: invited, signed in, signed out. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStaffMails } from '../../packages/server/src/alerts/outgoing/staff-mails.ts'
import type { Message } from '../../packages/server/src/channels/channel.ts'
import { writeLink } from '../../packages/server/src/cli/commands/dashboard.ts'
import { prefixOf } from '../../packages/server/src/dashboard/testing/test-dashboard.ts'
import { stepAt, totpCode } from '../../packages/server/src/domain/secrets/totp.ts'
import { noStoreId } from '../../packages/server/src/domain/secrets/vault.ts'
import { expectAccessible, openWorld, type Visit, type World } from './dashboard.ts'

let w: World
let owner: Visit
let sender: { stop(): Promise<void> }
const sent: Message[] = []
beforeAll(async () => {
  w = await openWorld()
  owner = await w.visit(await w.member('owner'))
  sender = await startStaffMails(w.sql, {
    vault: w.vault,
    channel: {
      send: async (message) => {
        sent.push(message)
        return { kind: 'sent', providerId: message.messageId }
      },
      close: () => {},
    },
    publicUrl: w.url,
    warn: () => {},
    tick: 200,
  })
})
afterAll(async () => {
  await sender.stop()
  await w.close()
})

const password = 'correct horse battery'
const press = ({ page }: Visit, name: string) => page.getByRole('button', { name, exact: true }).click()

async function invite(email: string, role: string): Promise<string> {
  await owner.open('/settings/team')
  await press(owner, 'Invite somebody')
  const dialog = owner.page.getByRole('dialog')
  await dialog.getByLabel('E-mail address').fill(email)
  await dialog.getByLabel('Role').selectOption(role)
  await press(owner, 'Create the invitation')
  const link = await dialog.getByRole('group', { name: 'Link' }).textContent()
  await press(owner, 'Done')
  return link!.replace(/^.*(?=\/dashboard)/, w.url)
}

test('a new person opens the invitation, creates the account and uses the dashboard', async () => {
  const email = 'bea@shop.example'
  const link = await invite(email, 'marketer')
  const row = owner.page.getByRole('row', { name: email })
  await row.getByText('Marketer').waitFor()
  await expectAccessible(owner.page)
  const bea = await w.visit(null)
  await bea.page.goto(link)
  await bea.page.getByText(`${email} is invited to work for Test store as Marketer.`).waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await bea.page.emulateMedia({ colorScheme })
    await expectAccessible(bea.page)
  }
  await bea.page.getByLabel('Your name').fill('Bea')
  await bea.page.locator('input[name=password]').fill(password)
  await bea.page.locator('input[name=repeated]').fill('something else')
  await press(bea, 'Create account')
  await bea.page.getByText('The passwords differ.').waitFor()
  await bea.page.locator('input[name=repeated]').fill(password)
  await press(bea, 'Create account')
  await bea.page.waitForURL(`**/dashboard/${prefixOf(w.store)}**`)
  await bea.page.getByRole('button', { name: 'Your account: Bea' }).waitFor()
  expect(bea.complaints).toEqual([])
  await bea.close()
})

test('a person with an account signs in with the invitation, and a link for another address is refused', async () => {
  const other = await w.newStore()
  const carl = await w.member('owner', other)
  const { email } = (await carl.get('/me')).body
  const link = await invite(email, 'viewer')
  const wrong = await w.visit(await w.member('owner', other))
  await wrong.page.goto(link)
  await wrong.page.getByText('This invitation is for another address.', { exact: false }).waitFor()
  await wrong.close()
  const visit = await w.visit(null)
  await visit.page.goto(link)
  await press(visit, 'I already have an account')
  await visit.page.locator('input[name=password]').fill(password)
  await press(visit, 'Sign in and accept')
  await visit.page.waitForURL(`**/dashboard/${prefixOf(w.store)}**`)
  const names = () => visit.page.getByLabel('Store').locator('option').allTextContents()
  await expect.poll(names, { timeout: 30_000 }).toHaveLength(2)
  await visit.close()
})

test('an invitation is revoked', async () => {
  const link = await invite('late@shop.example', 'viewer')
  await owner.page.getByRole('row', { name: 'late@shop.example' }).getByRole('button', { name: 'Revoke' }).click()
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await owner.page.getByText('The invitation is revoked.').waitFor()
  const visit = await w.visit(null)
  await visit.page.goto(link)
  await visit.page.getByText('This invitation was used, revoked or is too old', { exact: false }).waitFor()
  await visit.close()
  expect(owner.complaints).toEqual([])
})

/** Saves screenshots if HEARTBELL_LOOKS names a folder. */
const look = async ({ page }: Visit, name: string) => {
  const folder = process.env.HEARTBELL_LOOKS
  if (!folder) return
  for (const [size, width] of [
    ['desktop', 1280],
    ['phone', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 860 })
    await page.screenshot({ path: `${folder}/${name}-${size}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1280, height: 860 })
}

async function codeOf(email: string, ahead: number): Promise<string> {
  const [row] = await w.sql`select coalesce(totp_pending, totp_secret) as sealed from users where email = ${email}`
  return totpCode(w.vault.open(noStoreId, row!.sealed), stepAt(Date.now()) + ahead)
}

test('first run, two-step sign-in, signing out everywhere, a forgotten password', async () => {
  const email = 'operator@shop.example'
  const visit = await w.visit(null)
  const { page } = visit
  const fill = (name: string, value: string) => page.locator(`input[name=${name}]`).fill(value)
  // A reload during setup returns to the same screen.
  for (let times = 0; times < 2; times++) {
    await page.goto(await writeLink(w.sql, w.url))
    await page.getByRole('heading', { name: 'Set up your account' }).waitFor()
  }
  await expectAccessible(page)
  await look(visit, 'set-up')
  await fill('name', 'Olga')
  await fill('email', email)
  await fill('password', password)
  await fill('repeated', password)
  await press(visit, 'Continue')
  await page.waitForURL(`**/dashboard/${prefixOf(w.store)}**`)

  await visit.open('/account')
  await look(visit, 'account')
  await expectAccessible(page)
  await press(visit, 'Set up')
  await fill('currentPassword', password)
  await press(visit, 'Continue')
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  await expectAccessible(page)
  await look(visit, 'scan')
  await fill('code', await codeOf(email, -1))
  await press(visit, 'Switch on')
  const codes = page.getByRole('group', { name: 'Recovery codes' })
  await codes.waitFor()
  await look(visit, 'codes')
  const [first] = (await codes.textContent())!.match(/[a-z0-9]{4}-[a-z0-9]{4}/g)!
  await press(visit, 'I have saved them')
  await page.getByText('10 of 10 recovery codes left').waitFor()

  await press(visit, 'Sign out everywhere')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await look(visit, 'sign-in')
  await fill('email', email)
  await fill('password', password)
  await press(visit, 'Sign in')
  await page.getByText('Type the code that your authenticator app shows', { exact: false }).waitFor()
  await expectAccessible(page)
  await look(visit, 'code')
  await fill('code', '000000')
  await press(visit, 'Continue')
  await page.getByText('The code is wrong or was used already.').waitFor()
  await fill('code', await codeOf(email, 0))
  await press(visit, 'Continue')
  await page.waitForURL(`**/dashboard/${prefixOf(w.store)}**`)

  await press(visit, 'Your account: Olga')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Forgotten password' }).click()
  // The sign-in form has a field with this name, too.
  await page.getByRole('button', { name: 'Send the link' }).waitFor()
  await fill('email', email)
  await look(visit, 'forgot')
  await press(visit, 'Send the link')
  await page.getByText(`If ${email} has an account`, { exact: false }).waitFor()
  const find = () => sent.find(({ recipient, subject }) => recipient === email && /new password/.test(subject))
  await expect.poll(find, { timeout: 20_000 }).toBeDefined()
  await page.goto(/http\S+#[\w-]+/.exec(find()!.text)![0])
  await page.getByRole('heading', { name: 'New password' }).waitFor()
  await page.locator('input[name=code]').waitFor()
  await expectAccessible(page)
  await look(visit, 'reset')
  await fill('password', 'another long password')
  await fill('repeated', 'another long password')
  await fill('code', first!)
  await press(visit, 'Set the password')
  await page.waitForURL(`**/dashboard/${prefixOf(w.store)}**`)
  expect(visit.complaints).toEqual([])
  await visit.close()
})
