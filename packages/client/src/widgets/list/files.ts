/** The files of a list. Each puts its functions into one object; the first two are there before anything is drawn. */
import { heartbell, load, loadWords } from '../kit.ts'
import { t } from '../shared/texts.ts'
import { showToast } from '../shared/toast.ts'
import type { Files } from './context.ts'

export const filesNow = (): Partial<Files> => (heartbell.rowFiles ?? {}) as Partial<Files>

/** A file that cannot be fetched: the press says why nothing happens. */
export const orSayOffline = <Found>(found: Promise<Found>): Promise<Found> =>
  found.catch((problem) => {
    showToast(t('offline', 'You are offline. Please try again.'))
    throw problem
  })

/** The files on demand have texts of their own. */
export const use = <Name extends keyof Files>(name: Name): Promise<Files[Name]> =>
  orSayOffline(
    Promise.all([load(`list-${name}`), /rows|frame/.test(name) || loadWords('edit/')]).then(() => filesNow()[name]!),
  )

/** Called by the file itself. */
export function provide<Name extends keyof Files>(name: Name, functions: Files[Name]): void {
  heartbell.rowFiles = { ...filesNow(), [name]: functions }
  heartbell.emit()
}
