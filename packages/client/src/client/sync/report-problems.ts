/** Says in the console, once each, what a shop's developer must change: a wrong pid, address or token. */
import type { Post, Problem } from './call-api.ts'

const said = new Set<string>()

function say(level: 'error' | 'warn', text: string): void {
  if (said.has(text)) return
  said.add(text)
  console[level](`Heartbell: ${text}`)
}

export const reportProblems =
  (post: Post, { api, store }: { api: string; store: string }): Post =>
  async (path, fields, key) => {
    try {
      return await post(path, fields, key)
    } catch (problem) {
      const { status, type, message, text } = problem as Problem
      const isOnline = globalThis.navigator?.onLine !== false
      const address = api || 'this address'
      if (store.startsWith('hbk_'))
        say(
          'error',
          'data-store has an API key, which every visitor of this page can read. Revoke it (heartbell store key revoke), and set data-store to the pid of your store.',
        )
      else if (!store)
        say(
          'error',
          'the store is missing. Set data-store of the script tag, or store in an app, to the pid of your store.',
        )
      else if (/^unknown-store$|-pid$/.test(type))
        say(
          'error',
          `the store "${store}" is not known at ${address} (${message}). Set data-store of the script tag, or store in an app, to the pid of your store.`,
        )
      else if (status === 401 && path === 'lists/user-validate-sync' && !/badregid|session/.test(type))
        say('error', `the identity token was refused (${message}). Nobody is signed in.`)
      else if (!status && text)
        say(
          'error',
          `${address} answered, but not as Heartbell does. Set data-api of the script tag, or api in an app, to the address of your Heartbell, with its protocol. Changes are stored and sent later.`,
        )
      else if (!status && isOnline)
        say(
          'warn',
          `no answer from ${address}. Check its address (data-api of the script tag or the address of core.js; api in an app), and whether the store's setting origins has this page: heartbell store set ${store} origins=${globalThis.location?.origin ?? '…'}. Changes are stored and sent later.`,
        )
      else if (status === 400) say('warn', `the service refused ${path}: ${message}`)
      throw problem
    }
  }
