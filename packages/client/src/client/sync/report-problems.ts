/** Says in the console, once each, what a shop's developer must change: a wrong pid, or an address that does not answer. */
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
      const { status, type, message } = problem as Problem
      const isOnline = globalThis.navigator?.onLine !== false
      if (/^unknown-store$|-pid$/.test(type))
        say(
          'error',
          store
            ? `the store "${store}" is not known at ${api || 'this address'} (${message}). Set data-store of the script tag to the pid of your store.`
            : 'the script tag of core.js has no attribute data-store. Set it to the pid of your store.',
        )
      else if (!status && isOnline)
        say(
          'warn',
          `no answer from ${api || 'this address'}. Check data-api, or the address of core.js, and whether the service allows this page. Changes are stored and sent later.`,
        )
      throw problem
    }
  }
