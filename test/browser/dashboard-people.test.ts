/** People of the dashboard, in a real browser: invited, signed in, signed out. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prefixOf } from '../../packages/server/src/dashboard/testing.ts'
import { expectAccessible, openWorld, type Visit, type World } from './dashboard.ts'

let w: World
let owner: Visit
beforeAll(async () => {
  w = await openWorld()
  owner = await w.visit(await w.member('owner'))
})
afterAll(() => w.close())

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

test('somebody new opens the invitation, creates the account and works', async () => {
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

test('somebody with an account signs in on the invitation, and a stranger’s link of another address is refused', async () => {
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
  const names = await visit.page.getByLabel('Store').locator('option').allTextContents()
  expect(names).toHaveLength(2)
  await visit.close()
})

test('an invitation is taken back', async () => {
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
