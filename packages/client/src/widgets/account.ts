/** Signing in and out from a page; loaded when the page's identity token asks for it. */
import { isOutdated, signIn } from '../client/account.ts'
import { type Item, isSame } from '../client/records.ts'
import { ignoreFailure } from '../client/sync/ignore-failure.ts'
import { heartbell, load, loadWidget } from './kit.ts'
import { t } from './shared/texts.ts'

/** Opens the share panel from which a guest went to the shop's sign-in page: its list is in the address to come back to. */
function openAskedPanel(): void {
  const [, listId] = /^#heartbell-share=([\w-]+)/.exec(location.hash) ?? []
  if (!listId) return
  history.replaceState(history.state, '', location.pathname + location.search)
  ignoreFailure(loadWidget('share').then(() => heartbell.openShare!(listId)))
}

/** Only the guest saw these items; a list of the account that holds them now may be shared. */
async function sayWhoSees(before: Item[]): Promise<void> {
  const isGuests = (item: Item) => before.some((other) => isSame(other, item))
  const list = heartbell.seen().find(({ isPublic, items }) => isPublic && items.some(isGuests))
  if (!list) return
  await load('parts')
  heartbell.showToast!(
    t('joined', 'What you saved as a guest is now in “{0}”, which others can see.', list.name),
    t('sharing', 'Sharing'),
    () => void ignoreFailure(loadWidget('share').then(() => heartbell.openShare(list))),
  )
}

export function install(): void {
  let running: { token: string; done: Promise<void> } | undefined
  /** A token may be valid once, so a second call during a sign-in waits for it. */
  const signInOnce = (token: string) => {
    if (running?.token !== token) {
      running = { token, done: signIn(heartbell, token) }
      const end = () => {
        running = undefined
      }
      running.done.then(end, end)
    }
    return running.done
  }
  heartbell.signIn = async (token) => {
    // nobody is signed in by an outdated token, so the widgets offer to sign in
    heartbell.settings.identity = isOutdated(heartbell, token) && !heartbell.isSignedIn() ? '' : token
    if (!token) {
      await signIn(heartbell, token)
      // a sign-in may be on its way, which this ends, too
      await ignoreFailure(running?.done)
      return await signIn(heartbell, token)
    }
    const before = heartbell.isSignedIn() ? [] : heartbell.seen().flatMap(({ items }) => items)
    await signInOnce(token)
    openAskedPanel()
    await sayWhoSees(before)
  }
  // a page that the browser kept in memory learns of no sign-out in the meantime
  addEventListener('pageshow', ({ persisted }) => persisted && heartbell.emit())
}
