/** The file of the alert form: the form itself, and the request that it sends. */
import { type AlertRequest, subscribe } from '../../../client/subscribe.ts'
import type { Problem } from '../../../client/sync/call-api.ts'
import { heartbell } from '../../kit.ts'
import type { AlertForm } from '../alert-form.ts'
import type { Refused } from '../offers.ts'
import { complaintAbout } from './complaints.ts'
import { keepSent } from './features.ts'
import { drawForm } from './form.ts'
import { addFormStyle } from './form-style.ts'

async function sendRequest(request: AlertRequest): Promise<Refused | undefined> {
  try {
    await subscribe(heartbell, request)
  } catch (problem) {
    return complaintAbout(problem as Problem, request.medium)
  }
}

export function install(): void {
  heartbell.alertForm = { keepSent, addStyle: addFormStyle, draw: drawForm, sendRequest } satisfies AlertForm
}
