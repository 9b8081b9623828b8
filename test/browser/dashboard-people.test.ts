/** Dashboard users in a real browser: invited, signed in, signed out. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStaffMails } from '../../packages/server/src/alerts/outgoing/staff-mails.ts'
import type { Message } from '../../packages/server/src/channels/channel.ts'
import { writeLink } from '../../packages/server/src/cli/commands/dashboard.ts'
import { prefixOf } from '../../packages/server/src/dashboard/testing/test-dashboard.ts'
import { newTotpSecret, stepAt, totpCode } from '../../packages/server/src/domain/secrets/totp.ts'
import { noStoreId } from '../../packages/server/src/domain/secrets/vault.ts'
import { makeAccountLink } from '../../packages/server/src/domain/staff/account-links.ts'
import { makeMember } from '../../packages/server/src/domain/staff/testing/team-members.ts'
import { storeIdOf } from '../../packages/server/src/domain/stores/stores.ts'
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

/** A code of the step before would be too old if the next step began before it is sent. */
async function codeOf(email: string, ahead: 0 | 1): Promise<string> {
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
  await fill('code', await codeOf(email, 0))
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
  await fill('code', await codeOf(email, 1))
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
  await expect.poll(find, { timeout: 45_000 }).toBeDefined()
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

test('somebody who is removed from a store is told so, and can open their other stores', async () => {
  const other = await w.newStore()
  const person = await w.member('viewer')
  const { userId } = (await person.get('/me')).body
  await w.sql`insert into members (store_id, user_id, role) values (${storeIdOf(other.pid)}, ${userId}, 'viewer')`
  const visit = await w.visit(person)
  await visit.open('/products')
  await w.sql`delete from members where store_id = ${storeIdOf(w.store.pid)} and user_id = ${userId}`
  await visit.page.getByRole('link', { name: 'Subscriptions' }).click()
  await visit.page.getByRole('heading', { name: 'No access to this store' }).waitFor()
  await expectAccessible(visit.page)
  await look(visit, 'no-access')
  await visit.page.getByRole('link', { name: other.name }).click()
  await visit.page.waitForURL(`**/dashboard/${prefixOf(other)}**`)
  await visit.close()
})

test('a link that switches two-step sign-in off says so', async () => {
  const email = 'lost@shop.example'
  const { userId } = await makeMember(w.sql, storeIdOf(w.store.pid)!, { email, role: 'viewer' })
  await w.sql`update users set totp_secret = ${w.vault.seal(noStoreId, newTotpSecret())} where user_id = ${userId}`
  const token = await makeAccountLink(w.sql, { userId, purpose: 'reset', removesSecondFactor: true })
  const visit = await w.visit(null)
  await visit.page.goto(`${w.url}/dashboard/reset#${token}`)
  await visit.page.getByText('This link also switches two-step sign-in off.', { exact: false }).waitFor()
  await look(visit, 'reset-without-second-factor')
  await visit.page.locator('input[name=password]').fill(password)
  await visit.page.locator('input[name=repeated]').fill(password)
  await press(visit, 'Set the password')
  await visit.page.waitForURL(`**/dashboard/${prefixOf(w.store)}**`)
  const mailed = () => sent.filter((mail) => mail.recipient === email && /two-step sign-in is off/.test(mail.subject))
  await expect.poll(mailed, { timeout: 30_000 }).toHaveLength(1)
  await visit.close()
})

test('after a change of the language, the confirmation is in the new one', async () => {
  const visit = await w.visit(await w.member('viewer'))
  await visit.open('/account')
  await visit.page.getByLabel('Language').selectOption('de')
  await press(visit, 'Save')
  await visit.page.getByText('Gespeichert.').waitFor()
  await visit.close()
})
