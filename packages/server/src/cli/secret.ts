/** The secret that seals what the database must not show: given, or made once and kept in the data folder. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'

export const secretFile = (data: string) => join(data, 'secret')

export async function readSecret({ secret, data }: Pick<Config, 'secret' | 'data'>): Promise<string> {
  return secret ?? (await findSecret(data)) ?? (await makeSecret(data))
}

export async function findSecret(data: string): Promise<string | null> {
  try {
    return (await readFile(secretFile(data), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Written whole and then linked to its name, which only one of several starting processes can do. */
async function makeSecret(data: string): Promise<string> {
  await mkdir(data, { recursive: true })
  const draft = `${secretFile(data)}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  await link(draft, secretFile(data)).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return (await findSecret(data))!
}
