/** Signing in from a page: loaded where the store's server vouches for somebody, or where somebody left. */
import { signIn, signOut } from '../client/account.ts'
import { heartbell } from './kit.ts'

export function install(): void {
  heartbell.signIn = async (token) => (token ? await signIn(heartbell, token) : signOut(heartbell))
}
