/** Signing in and out from a page; loaded when the page's identity token asks for it. */
import { signIn, signOut } from '../client/account.ts'
import { heartbell } from './kit.ts'

export function install(): void {
  heartbell.signIn = async (token) => (token ? await signIn(heartbell, token) : signOut(heartbell))
}
