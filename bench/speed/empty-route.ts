/** The built app in its own process, with one more route that accepts the same requests and does nothing. */
import { join } from 'node:path'
import { serverFolder } from '../setup/server.ts'

const built = (path: string) => import(join(serverFolder, 'dist', path))
const { connect }: typeof import('../../packages/server/src/database/connect.ts') = await built('database/connect.js')
const { readSecret }: typeof import('../../packages/server/src/cli/settings/secret.ts') =
  await built('cli/settings/secret.js')
const { makeLogger }: typeof import('../../packages/server/src/cli/process/log.ts') = await built('cli/process/log.js')
const { makeVault }: typeof import('../../packages/server/src/domain/secrets/vault.ts') =
  await built('domain/secrets/vault.js')
const { buildApp }: typeof import('../../packages/server/src/http/app.ts') = await built('http/app.js')

const [databaseUrl, data] = process.argv.slice(2) as [string, string]
const app = await buildApp({
  sql: connect({ url: databaseUrl }),
  vault: makeVault(await readSecret({ secret: undefined, data })),
  logger: makeLogger({ logLevel: 'info' }),
})
app.post('/empty', async (_request, reply) => reply.type('application/json; charset=utf-8').send('{}'))
process.once('SIGTERM', () => process.exit(0))
console.log(JSON.stringify({ msg: 'ready', url: await app.listen({ port: 0, host: '127.0.0.1' }) }))
