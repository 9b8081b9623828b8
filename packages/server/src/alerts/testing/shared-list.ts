/** For tests: a shopper who shares a public list, and the state of the message. */
import { expect, vi } from 'vitest'
import { add, done, makeList, product } from '../../http/testing/lists.ts'
import { openTestApp } from '../../http/testing/test-app.ts'

export const home = 'https://wishes.example'

export async function openSharing() {
  const t = await openTestApp({ publicUrl: () => home })
  const ada = await t.account('ada@example.com')
  const { lid } = await makeList(t, ada, { lname: 'Birthday <b>&' })
  await add(t, ada, lid, [product(1, { dt: 'A green shirt', pr: 19.9 })])
  await done(t, 'lists/markPublic', ada, { lid })
  const kept = async (recipient: string) => (await t.sql`select * from messages where recipient = ${recipient}`)[0]!
  return {
    t,
    lid: lid as string,
    share: (toemail: string, more: object = {}, who = ada) =>
      done(t, 'lists/emailList', who, { lid, toemail, fromname: 'Ada', ...more }),
    /** The message as it is stored. */
    kept,
    becomes: (recipient: string, what: object) =>
      vi.waitFor(async () => expect(await kept(recipient)).toMatchObject(what), { timeout: 45_000, interval: 20 }),
  }
}
