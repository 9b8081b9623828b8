/** Signing in and out from a page; loaded when the page's identity token asks for it. */
import { isOutdated, signIn } from '../client/account.ts'
import { ignoreFailure } from '../client/sync/ignore-failure.ts'
import { heartbell, loadWidget } from './kit.ts'

/** Opens the share panel from which a guest went to the shop's sign-in page: its list is in the address to come back to. */
function openAskedPanel(): void {
  const [, listId] = /^#heartbell-share=([\w-]+)/.exec(location.hash) ?? []
  if (!listId) return
  history.replaceState(history.state, '', location.pathname + location.search)
  ignoreFailure(loadWidget('share').then(() => heartbell.openShare!(listId)))
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
    await signInOnce(token)
    openAskedPanel()
  }
  // a page that the browser kept in memory learns of no sign-out in the meantime
  addEventListener('pageshow', ({ persisted }) => persisted && heartbell.emit())
}
