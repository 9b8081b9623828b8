/** The addresses of sharing: the list's page, and the way back to the panel after signing in. */
import { sharedAddress } from '../../client/manage-lists.ts'
import { listNames } from '../../client/names.ts'
import type { List } from '../../client/records.ts'
import { heartbell } from '../kit.ts'

/** The page's own attribute, then the store's setting, then the service's page. */
export function shareLink(list: List): string {
  const template = heartbell.settings.shareUrl
  if (!template) return sharedAddress(heartbell, list)
  const place = `{${listNames.listId}}`
  const url = new URL(template.replaceAll(place, list.listId), location.href)
  if (!template.includes(place)) url.searchParams.set('list', list.listId)
  return url.href
}

/** account.ts opens the panel for this fragment. */
const fragment = '#heartbell-share='

/** The shop's sign-in page, from which the shopper comes back to the panel of this list. */
export function signInLink({ listId }: List): string | undefined {
  const back = location.href.replace(/#.*/, '') + fragment + listId
  return heartbell.settings.signIn?.replaceAll('{url}', encodeURIComponent(back))
}
