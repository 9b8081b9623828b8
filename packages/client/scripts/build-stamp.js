/**
 * The stamp of a build: three characters from the content of all its files. It is the name of the array in which core.js shares its
 * code, so that a file of another build, from a browser's cache or from a server of another release, finds nothing instead of
 * the wrong functions. A name of the same length costs no bytes.
 */
import { createHash } from 'node:crypto'

/** Stands for the stamp until all files are written. */
const placeholder = '$Kt'

export const kitName = placeholder
/** What waits for core.js, and for parts.js. */
export const queueName = `${placeholder}1`
export const moreName = `${placeholder}2`

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** `files` as pairs of name and text. An identifier that starts with a capital; no member of `heartbell` is so short and does. */
export function stampFiles(files) {
  const hash = createHash('sha256')
  for (const [name, text] of files) hash.update(`${name}\0${text}\0`)
  const bytes = hash.digest()
  const stamp = letters[bytes[0] % 26] + letters[bytes[1] % 62] + letters[bytes[2] % 62]
  return { stamp, files: files.map(([name, text]) => [name, text.replaceAll(placeholder, stamp)]) }
}
