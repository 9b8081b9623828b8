/** The passphrase of an export: from a file or the environment, never a flag, which every user of the machine could read. */
import { readFile } from 'node:fs/promises'
import { UsageError } from '../settings/usage-error.ts'
import type { CommandCall, Flag } from './command.ts'

export const passphraseFlag: Flag = {
  type: 'string',
  value: 'FILE',
  what: 'a file with the passphrase that encrypts the store’s secrets (or HEARTBELL_PASSPHRASE)',
}

const shortest = 12

export async function readPassphrase(call: CommandCall): Promise<string | undefined> {
  const file = call.flag('passphrase-file')
  if (file === undefined) return call.config().passphrase
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) throw new UsageError(`The file ${file} does not exist.`)
  const passphrase = text.replace(/\r?\n$/, '')
  if (passphrase.length >= shortest) return passphrase
  throw new UsageError(`The passphrase in ${file} must have at least ${shortest} characters.`)
}
