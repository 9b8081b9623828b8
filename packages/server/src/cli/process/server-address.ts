/** The address of the running server, noted in its data folder, so that commands print links that lead there. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from '../../database/embedded/postmaster.ts'
import type { Config } from '../settings/config.ts'
import { writeAddress } from './banner.ts'

const fileIn = (data: string) => join(data, 'server.json')

/** Returns how to remove it. Where the folder can't be written to, commands go by the settings. */
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

/** `HEARTBELL_PUBLIC_URL`, else where the server of this data folder really listens, else where the settings say. */
export async function findServerAddress(config: Pick<Config, 'publicUrl' | 'data' | 'host' | 'port'>): Promise<string> {
  if (config.publicUrl) return config.publicUrl
  const { url, pid } = await readFile(fileIn(config.data), 'utf8')
    .then((text) => JSON.parse(text) as { url?: string; pid?: number })
    .catch(() => ({ url: undefined, pid: undefined }))
  return url && pid && isAlive(pid) ? url : writeAddress(config.host, config.port)
}
