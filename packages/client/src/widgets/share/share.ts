/** `heartbell.openShare(list)`: opens the share panel for one of the shopper's lists. */
import { fetchList } from '../../client/manage-lists.ts'
import { wishlist } from '../../client/names.ts'
import type { List } from '../../client/records.ts'
import { heartbell } from '../kit.ts'
import { tryAgain } from '../shared/button.ts'
import { showToast } from '../shared/toast.ts'
import { SharePanel } from './share-panel.ts'

/** By id, also by the id that a list had before its guest signed in; `wl` is the first wishlist. */
async function findList(id: string): Promise<List> {
  const look = (id: string) =>
    heartbell.seen().find(({ listId, type }) => listId === id || (id === wishlist && type === id))
  const known = look(id)
  if (known) return known
  await heartbell.refresh()
  const own = look(id) ?? look((await fetchList(heartbell, id)).listId)
  if (!own) throw new Error('This is a list of somebody else.')
  return own
}

export async function openShare(list: List | string, { from }: { from?: HTMLElement | undefined } = {}): Promise<void> {
  try {
    new SharePanel(await findList(typeof list === 'string' ? list : list.listId), from)
  } catch {
    showToast(tryAgain())
  }
}

export function install(): void {
  heartbell.openShare = openShare
}
