/** A store is moved by command from one database to another, both behind the same pooler; every row must be equal. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '../../../packages/server/src/database/connect.ts'
import { makeVault } from '../../../packages/server/src/domain/secrets/vault.ts'
import { firstNumber, seedCrowd } from '../../setup/shop.ts'
import { type Machines, secret } from '../clusters/machines.ts'
import { openLeavingWorld } from '../parts/export-world.ts'
import { type Comparison, compareStores } from '../parts/same-store.ts'

/** `from` and `to`: database URLs. */
export type Move = { from: string; to: string; shoppers: number }

export async function moveStore(machines: Machines, { from, to, shoppers }: Move): Promise<Comparison> {
  const [here, there] = [from, to].map((url) => {
    const sql = connect({ url, connections: 2, name: 'heartbell moving' })
    machines.onClose(() => sql.end({ timeout: 1 }))
    return { sql, vault: makeVault(secret) }
  })
  const { store } = await openLeavingWorld(here!.sql, here!.vault)
  await seedCrowd(here!.sql, store, { first: firstNumber, shoppers, lists: 1, items: 5 })
  const [folder, passphrase] = [join(machines.home, 'moved'), join(machines.home, 'passphrase')]
  await writeFile(passphrase, 'a passphrase for the way')
  const elsewhere = { DATABASE_URL: to }
  await machines.run(['export', '--store', store.pid, '--to', folder, '--passphrase-file', passphrase])
  await machines.run(['migrate'], elsewhere)
  await machines.run(['import', folder, '--as', 'heartbell', '--passphrase-file', passphrase], elsewhere)
  return await compareStores(here!, there!, store.storeId)
}
