/** The shared file of the larger widgets in the page's build; it also shows refused changes. */
import { ignoreFailure } from '../client/sync/ignore-failure.ts'
import { heartbell } from './kit.ts'
import { settingNames } from './setting-names.ts'
import { ownScript } from './shared/own-script.ts'
import { t } from './shared/texts.ts'
import { closeToast, showToast } from './shared/toast.ts'

/** A name that there is not, perhaps misspelt; which one, check.js says. */
function checkNames(): void {
  if (Object.keys(ownScript?.dataset ?? {}).some((name) => !settingNames.includes(name)))
    ignoreFailure(heartbell.check())
}

/** A language without texts is no fault, but perhaps a wrong code. */
function checkLanguage(): void {
  const { lang } = heartbell.settings
  if (!lang || isChecked || /^(en|de|fr|es|it|nl|pt|sv|ja|ar|hi)\b/i.test(lang)) return
  isChecked = true
  console.warn(
    `Heartbell has no texts for the language "${lang}", only for en de fr es it nl pt sv ja ar hi: English is shown.`,
  )
}
let isChecked = false

export function install(): void {
  checkLanguage()
  checkNames()
  heartbell.on('identity', closeToast)
  heartbell.showToast = showToast
  heartbell.showRefused = async (retry) =>
    showToast(t('failed', 'That could not be saved.'), t('retry', 'Try again'), retry)
}
