/** The shared file of the larger widgets in the page's build; it also shows refused changes. */
import { heartbell } from './kit.ts'
import { t } from './shared/texts.ts'
import { showToast } from './shared/toast.ts'

export function install(): void {
  heartbell.showToast = showToast
  heartbell.showRefused = async (retry) =>
    showToast(t('failed', 'That could not be saved.'), t('retry', 'Try again'), retry)
}
