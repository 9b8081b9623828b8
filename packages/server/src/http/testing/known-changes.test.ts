import { expect, test } from 'vitest'
import { transaction } from '../../database/connect.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { makeVault } from '../../domain/secrets/vault.ts'
import { changeSettings } from '../../domain/settings/settings.ts'
import { createStore, openStoreCache } from '../../domain/stores/stores.ts'
import { openKnownChanges } from './known-changes.ts'

const database = useTestDatabase()

test('a changed store is known to the app when the change is awaited, alone and in a transaction', async () => {
  const vault = makeVault('a secret for tests')
  const { pid } = await createStore(database.sql, vault, { name: 'Test store' })
  const app = await openStoreCache(database.sql, vault, 3_600_000)
  const sql = await openKnownChanges(database.sql)
  const { storeId } = (await app.find(pid))!
  const change = (rate: number, of = sql as Parameters<typeof changeSettings>[0]) =>
    changeSettings(of, storeId, { 'rate-key': String(rate) })
  for (let rate = 1; rate < 50; rate++) {
    await (rate % 2 ? change(rate) : transaction(sql, (sql) => change(rate, sql)))
    expect((await app.find(pid))!.settings.rateKey).toBe(rate)
  }
  await app.close()
})
