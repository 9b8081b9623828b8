/** What the form's file gives the element; the file and its texts are loaded when a form opens. */
import type { AlertRequest } from '../../client/subscribe.ts'
import { heartbell, load, loadWords } from '../kit.ts'
import type { FormSetting } from './form/form.ts'
import type { Offer, Refused } from './offers.ts'

export type AlertForm = {
  /** The offers that the store sends. */
  keepSent(offers: Offer[]): Promise<Offer[]>
  addStyle(root: ShadowRoot): void
  draw(setting: FormSetting): HTMLFormElement
  sendRequest(request: AlertRequest): Promise<Refused | undefined>
}

/** The file's functions if it is loaded. */
export const alertForm = () => heartbell.alertForm as AlertForm | undefined

export async function loadAlertForm(): Promise<AlertForm> {
  if (!alertForm()) await Promise.all([load('notify-form'), loadWords('form/')])
  return alertForm()!
}
