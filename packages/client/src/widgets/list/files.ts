/** The files of a list. Each puts its functions into one object; the first two are there before anything is drawn. */
import { heartbell, load, loadWords } from '../kit.ts'
import type { Files } from './context.ts'

export const filesNow = (): Partial<Files> => (heartbell.rowFiles ?? {}) as Partial<Files>

/** The files on demand have texts of their own. */
export const use = <Name extends keyof Files>(name: Name): Promise<Files[Name]> =>
  Promise.all([load(`list-${name}`), /rows|frame/.test(name) || loadWords('edit/')]).then(() => filesNow()[name]!)

/** Called by the file itself. */
export function provide<Name extends keyof Files>(name: Name, functions: Files[Name]): void {
  heartbell.rowFiles = { ...filesNow(), [name]: functions }
  heartbell.emit()
}
