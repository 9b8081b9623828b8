/** Signing in and out from a page; loaded when the page's identity token asks for it. */
import { signIn, signOut } from '../client/account.ts'
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
    heartbell.settings.identity = token
    if (!token) return signOut(heartbell)
    await signInOnce(token)
    openAskedPanel()
  }
}
