/** Counts the statements of a call: runs the built app in this process, on a connection that counts. */
import { join } from 'node:path'
import { type Call, form } from '../setup/load.ts'
import { serverFolder } from '../setup/server.ts'
import type { Shop } from '../setup/shop.ts'

/** The call is made twice and counted the second time, so that per-store lookups are cached. */
export async function countStatements(
  { server }: Shop,
  { path, fields }: Call,
  check: (answer: unknown) => void,
): Promise<number> {
  const built = (path: string) => import(join(serverFolder, 'dist', path))
  const { connect }: typeof import('../../packages/server/src/database/connect.ts') = await built('database/connect.js')
  const { readSecret }: typeof import('../../packages/server/src/cli/settings/secret.ts') =
    await built('cli/settings/secret.js')
  const { makeVault }: typeof import('../../packages/server/src/domain/secrets/vault.ts') =
    await built('domain/secrets/vault.js')
  const { buildApp }: typeof import('../../packages/server/src/http/app.ts') = await built('http/app.js')
  const sql = connect({ url: server.databaseUrl, connections: 1, name: 'heartbell bench' })
  const app = await buildApp({ sql, vault: makeVault(await readSecret({ secret: undefined, data: server.data })) })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const ask = async () =>
    check((await app.inject({ method: 'POST', url: path, headers, payload: form(fields) })).json())
  try {
    await ask()
    const sent: string[] = []
    sql.options.onStatement = (text) => sent.push(text)
    await ask()
    return sent.length
  } finally {
    await app.close()
    await sql.end({ timeout: 1 })
  }
}
