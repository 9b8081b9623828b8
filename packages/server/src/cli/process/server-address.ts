/** The address of the running server, stored in its data folder, so that commands print links to it. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from '../../database/embedded/postmaster.ts'
import type { Config } from '../settings/settings.ts'
import { writeAddress } from './banner.ts'

const fileIn = (data: string) => join(data, 'server.json')

/** Returns how to remove it. If the folder is not writable, commands use the settings instead. */
export async function noteServerAddress(data: string, url: string): Promise<() => Promise<void>> {
  const draft = `${fileIn(data)}.${process.pid}`
  const noted = await writeFile(draft, `${JSON.stringify({ url, pid: process.pid })}\n`, { mode: 0o600 })
    .then(() => rename(draft, fileIn(data)))
    .then(
      () => true,
      () => false,
    )
  return async () => {
    if (noted) await rm(fileIn(data), { force: true })
  }
}

/** `HEARTBELL_PUBLIC_URL`, otherwise where the server of this data folder listens, otherwise the address in the settings. */
export async function findServerAddress(config: Pick<Config, 'publicUrl' | 'data' | 'host' | 'port'>): Promise<string> {
  if (config.publicUrl) return config.publicUrl
  const { url, pid } = await readFile(fileIn(config.data), 'utf8')
    .then((text) => JSON.parse(text) as { url?: string; pid?: number })
    .catch(() => ({ url: undefined, pid: undefined }))
  return url && pid && isAlive(pid) ? url : writeAddress(config.host, config.port)
}
