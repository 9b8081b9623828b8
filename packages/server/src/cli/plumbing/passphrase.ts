/** The passphrase of an export: from a file, or from the environment; never a flag, which everybody on the machine could read. */
import { readFile } from 'node:fs/promises'
import { WrongCall } from '../settings/usage-error.ts'
import type { Call, Flag } from './command.ts'

export const passphraseFlag: Flag = {
  type: 'string',
  value: 'FILE',
  what: 'the file with the passphrase of the store’s secrets (or HEARTBELL_PASSPHRASE)',
}

const shortest = 12

export async function readPassphrase(call: Call): Promise<string | undefined> {
  const file = call.flag('passphrase-file')
  if (file === undefined) return call.config().passphrase
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) throw new WrongCall(`There is no file ${file}.`)
  const passphrase = text.replace(/\r?\n$/, '')
  if (passphrase.length >= shortest) return passphrase
  throw new WrongCall(`The passphrase in ${file} must have at least ${shortest} characters.`)
}
