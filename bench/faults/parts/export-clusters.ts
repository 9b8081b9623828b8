/** Two separate installations, each with its PostgreSQL and secret, and an import that is killed repeatedly. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readSecret } from '../../../packages/server/src/cli/settings/secret.ts'
import { connect } from '../../../packages/server/src/database/connect.ts'
import { startEmbedded } from '../../../packages/server/src/database/embedded/open-embedded.ts'
import { migrate } from '../../../packages/server/src/database/migrate.ts'
import { seededRandom } from '../../../packages/server/src/database/testing/test-database.ts'
import { makeVault } from '../../../packages/server/src/domain/secrets/vault.ts'
import { isVaultOf } from '../../../packages/server/src/domain/stores/maintenance.ts'
import { openDataFolder, serverFolder } from '../../setup/server.ts'
import type { Place } from './same-store.ts'

export type Cluster = Place & {
  /** The built command, killed this many times before it may finish. */
  importKilled(kills: number, seed: number, passphrase: string): (folder: string) => Promise<number>
  close(): Promise<void>
}

export async function openCluster(): Promise<Cluster> {
  const { data, remove } = await openDataFolder()
  const { url, stop } = await startEmbedded({ data, role: 'server' })
  const sql = connect({ url, connections: 2, name: 'heartbell leaving' })
  await migrate(sql, join(serverFolder, 'dist', 'database', 'migrations'))
  const secret = await readSecret({ secret: undefined, data })
  const vault = makeVault(secret)
  await isVaultOf(sql, vault)
  const start = (folder: string, passphraseFile: string) => {
    const args = ['import', folder, '--as', 'heartbell', '--passphrase-file', passphraseFile]
    const env = { ...process.env, DATABASE_URL: url, HEARTBELL_SECRET: secret }
    return spawn(process.execPath, [join(serverFolder, 'bin', 'heartbell.js'), ...args], { env, stdio: 'pipe' })
  }
  return {
    sql,
    vault,
    importKilled: (kills, seed, passphrase) => async (folder) => {
      const random = seededRandom(seed)
      const file = join(data, 'passphrase')
      await writeFile(file, passphrase)
      let killed = 0
      for (let longest = 1_000; killed < kills; ) {
        const child = start(folder, file)
        child.stderr.resume()
        child.stdout.resume()
        const ended = once(child, 'close').then(([code]) => code)
        // After the time that Node needs to start and to check the files, and a little later each time.
        await Promise.race([pause(500 + random() * longest), ended])
        child.kill('SIGKILL')
        // It finished before it could be killed, so everything is done.
        if ((await ended) === 0) return killed
        killed++
        longest += 300
      }
      const child = start(folder, file)
      let said = ''
      child.stderr.on('data', (text) => (said += text))
      child.stdout.on('data', (text) => (said += text))
      const [code] = await once(child, 'close')
      if (code !== 0) throw new Error(`The import ended with ${code}: ${said}`)
      return killed
    },
    close: async () => {
      await sql.end({ timeout: 1 })
      await stop()
      await remove()
    },
  }
}
