/** The version of this release. */
import { readFile } from 'node:fs/promises'
import { packageFolder } from '../../database/package-folder.ts'

export const readVersion = async (): Promise<string> =>
  JSON.parse(await readFile(new URL('package.json', packageFolder), 'utf8')).version
