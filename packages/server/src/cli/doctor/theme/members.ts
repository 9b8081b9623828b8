/** Which members of the older script interface exist here, which are refused on purpose, and which are unknown to us. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { MemberUse } from './script-uses.ts'

type MemberTree = { [name: string]: 'function' | 'value' | 'object' | MemberTree }

/** Written by the client's build, from the objects that its files create. */
export type ScriptMembers = { _swat: MemberTree; SwymUtils: MemberTree; events: string[] }

export const readMembers = (): ScriptMembers =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve('@heartbell/client/members.json'), 'utf8'))

const backChannel = 'it calls any path of the old service with the shopper’s identity; call the API itself, with fetch'
const ownScreens = 'it moves screens of the old service; place <heartbell-list> where the wishlist belongs'
const tracking = 'it reports the shopper’s clicks to the old service; nothing here collects them'

/** Refused on purpose, and what to use instead. */
export const refusedMembers: Record<string, string> = {
  swymApi: backChannel,
  swymApiPost: backChannel,
  _swrt: tracking,
  tagURL: tracking,
  triggerSwymEvent: tracking,
  'ui.changeTab': ownScreens,
  setNotificationUX: ownScreens,
}

/** `empty`: a setting, key or event that is not there; reading it gives undefined and stops nothing. */
export type MemberState = 'exists' | 'empty' | 'refused' | 'unknown'

/** `name`: the path up to the member that decides. */
export function judgeMember(
  members: ScriptMembers,
  { object, path }: Pick<MemberUse, 'object' | 'path'>,
): { state: MemberState; name: string } {
  const words = path.split('.')
  let at: MemberTree[string] = members[object]
  for (const [place, word] of words.entries()) {
    const name = words.slice(0, place + 1).join('.')
    if (at === 'object' || (typeof at !== 'string' && word in Object.prototype)) return { state: 'exists', name }
    if (typeof at === 'string') return { state: 'exists', name: words.slice(0, place).join('.') }
    const next: MemberTree[string] | undefined = at[word]
    if (next === undefined) {
      const isRefused = object === '_swat' && Object.hasOwn(refusedMembers, name)
      const isValue = place > 0 && Object.values(at).every((member) => member === 'value')
      return { state: isRefused ? 'refused' : isValue ? 'empty' : 'unknown', name }
    }
    at = next
  }
  return { state: 'exists', name: path }
}
