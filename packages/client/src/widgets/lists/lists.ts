/** The message after a heart, and the picker of lists: a product may be in several. */
import { heartbell } from '../kit.ts'
import { openLists } from './list-picker.ts'
import { showRemoved, showSaved } from './saved-message.ts'

export function install(): void {
  Object.assign(heartbell, { openLists, showSaved, showRemoved })
}
