/** The demo store: created once; its key is stored in the data folder so that every start can show it. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, type Database } from '../../database/connect.ts'
import { connectIntegration, findIntegration } from '../../domain/integrations/integrations.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import { changeSettings } from '../../domain/settings/settings.ts'
import { createStore, findStore, listStores } from '../../domain/stores/stores.ts'
import type { Config } from '../settings/settings.ts'
import { openVault } from './open-database.ts'

/** The key is unknown when another installation on the same database created the store. */
export type Demo = { pid: string; name: string; apiKey?: string }

const NAME = 'Fern & Field'

export async function openDemo(sql: Database, vault: Vault, data: string): Promise<Demo> {
  const kept = await readSavedDemo(data)
  const found = (await listStores(sql)).find(({ pid, name }) => (kept ? pid === kept.pid : name === NAME))
  if (found) return kept ?? { pid: found.pid, name: found.name }
  const made = await createStore(sql, vault, { name: NAME })
  await saveDemo(data, made)
  return made
}

/** Runs when the server listens and knows its address: adds the store's products, and the platform that reports its stock. */
export async function fillDemoStore(config: Config, databaseUrl: string, { pid }: Demo, url: string): Promise<void> {
  const { demoShop, fillDemo, homePage, sharePage } = await import('../../pages/demo/demo-shop.ts')
  const sql = connect({ url: databaseUrl, connections: 1, name: 'heartbell start' })
  try {
    const vault = await openVault(sql, config)
    const store = await findStore(sql, vault, pid)
    if (!store) return
    await fillDemo(sql, store, url)
    // What a merchant may have set stays.
    const { shareUrl, shopUrl } = store.settings
    const pages = { ...(!shareUrl && { 'share-url': sharePage(url) }), ...(!shopUrl && { 'shop-url': homePage(url) }) }
    await changeSettings(sql, store.storeId, pages)
    if (await findIntegration(sql, vault, store.storeId, 'shopify')) return
    const values = { shop: demoShop, 'webhook-secret': randomBytes(24).toString('hex') }
    await connectIntegration(sql, vault, store, { kind: 'shopify', values })
  } finally {
    await sql.end({ timeout: 1 })
  }
}

const demoFile = (data: string) => join(data, 'demo.json')

export const readSavedDemo = (data: string): Promise<Demo | null> =>
  readFile(demoFile(data), 'utf8').then(JSON.parse, (error) => {
    if (error.code === 'ENOENT') return null
    throw error
  })

async function saveDemo(data: string, made: Demo): Promise<void> {
  await mkdir(data, { recursive: true })
  const draft = `${demoFile(data)}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, demoFile(data))
}
