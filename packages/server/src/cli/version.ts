/** Which release this is. */
import { readFile } from 'node:fs/promises'

export const readVersion = async (): Promise<string> =>
  JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')).version
