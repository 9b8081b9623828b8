/** A mail to a store's owners when a webhook address is switched off. */
import type { Sql } from '../../database/connect.ts'
import { safeText } from '../../database/safe-text.ts'
import { mailOwners } from './owner-mail.ts'

export async function notifyOwners(sql: Sql, storeId: number, url: string, says: string): Promise<void> {
  await mailOwners(sql, storeId, {
    subject: 'a webhook was switched off',
    lines: [
      `We could not deliver events to ${url}, so we stopped trying.`,
      `Its last answer was: ${safeText(says, 500)}`,
      'When it is mended, switch the webhook on again and have what failed sent once more.',
    ],
  })
}
