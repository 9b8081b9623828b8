/** The file of the alert form: the form itself, and the request that it sends. */
import { type AlertRequest, subscribe } from '../../../client/subscribe.ts'
import type { Problem } from '../../../client/sync/call-api.ts'
import { heartbell } from '../../kit.ts'
import { tryAgain } from '../../shared/button.ts'
import { language } from '../../shared/row.ts'
import { t } from '../../shared/texts.ts'
import type { AlertForm } from '../alert-form.ts'
import { keepSent } from './features.ts'
import { drawForm } from './form.ts'
import { addFormStyle } from './form-style.ts'

async function sendRequest(request: AlertRequest): Promise<string | undefined> {
  try {
    await subscribe(heartbell, request)
  } catch (problem) {
    return complaintAbout(problem as Problem)
  }
}

function complaintAbout({ status, type, retryAfter }: Problem): string {
  if (status === 429) return t('often', 'That was too often. Please try again {0}.', inTime(retryAfter))
  if (type === 'unknown-product') return t('unknown', 'The shop does not offer alerts for this product yet.')
  return status === 400 ? t('wrong', 'Please check this address.') : tryAgain()
}

/** “in 10 minutes”, “in 2 hours” in the page's language. */
function inTime(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const show = new Intl.RelativeTimeFormat(language())
  return minutes < 120 ? show.format(minutes, 'minute') : show.format(Math.ceil(minutes / 60), 'hour')
}

export function install(): void {
  heartbell.alertForm = { keepSent, addStyle: addFormStyle, draw: drawForm, sendRequest } satisfies AlertForm
}
