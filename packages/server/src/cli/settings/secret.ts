/** The secret that seals sensitive values in the database: a setting, or created once and stored in the data folder. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './settings.ts'

export const secretFile = (data: string) => join(data, 'secret')

/** The previous secret, while `heartbell secret rotate` seals everything again. */
export const oldSecretFile = (data: string) => join(data, 'secret.old')

/** All secrets of the installation, newest first: one, or two during a rotation. */
export async function readSecrets(config: Pick<Config, 'secret' | 'secretOld' | 'data'>): Promise<string[]> {
  const secret = await readSecret(config)
  const old = config.secret ? config.secretOld : await readText(oldSecretFile(config.data))
  return old && old !== secret ? [secret, old] : [secret]
}

/** Adds a new secret beside the old one. If interrupted between the steps, both files contain the old one and it is repeated. */
export async function replaceSecret(data: string, secret: string): Promise<void> {
  const old = (await findSecret(data))!
  await writeWhole(oldSecretFile(data), old)
  await writeWhole(secretFile(data), secret)
}

export const forgetOldSecret = (data: string) => rm(oldSecretFile(data), { force: true })

async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true })
  await rename(draft, path)
}

export async function readSecret({ secret, data }: Pick<Config, 'secret' | 'data'>): Promise<string> {
  return secret ?? (await findSecret(data)) ?? (await makeSecret(data))
}

export const findSecret = (data: string) => readText(secretFile(data))

async function readText(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Written completely, then linked to its name, which only one of several starting processes can do. */
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
