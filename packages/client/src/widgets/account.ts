/** Signing in and out from a page; loaded when the page's identity token asks for it. */
import { signIn, signOut } from '../client/account.ts'
import { heartbell } from './kit.ts'

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
  heartbell.signIn = async (token) => (token ? await signInOnce(token) : signOut(heartbell))
}
