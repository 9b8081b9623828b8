/** Why a change was not made, in words. */
import type { Problem } from '../../client/sync/call-api.ts'
import { tryAgain } from '../shared/button.ts'
import { t } from '../shared/texts.ts'

/** Without an answer there is no network. */
export const problemText = (problem: unknown) =>
  (problem as Problem).status ? tryAgain() : t('offline', 'You are offline. Please try again.')
