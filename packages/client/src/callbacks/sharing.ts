/** Calls that share a list: public or private, its address, by e-mail, in a social network. */
import type { Client } from '../client/client.ts'
import type { WireRecord } from '../client/names.ts'
import { type Anything, answer, run, splitArguments, type Then } from './answer.ts'
import type { CallContext } from './call-context.ts'

/**
 * The shop's own page for shared lists: `data-shared-page` of the script tag, which older themes read, then `data-share-url`, then the
 * store's setting; otherwise the service's page.
 */
function sharedAddress(
  { api, settings }: Client & { settings?: { shareUrl?: string } },
  { lid, hb }: Anything,
): string {
  const script = globalThis.document?.querySelector<HTMLScriptElement>('script[data-shared-page]')
  if (script) {
    const address = new URL(script.dataset.sharedPage!, location.href)
    address.searchParams.set('hkey', lid)
    address.searchParams.set('lid', lid)
    return address.href
  }
  if (settings?.shareUrl) return new URL(settings.shareUrl.replaceAll('{lid}', lid), location.href).href
  return hb?.url ?? `${api || globalThis.location?.origin}/shared/${lid}`
}

export function makeSharingCalls({ client, lists, own }: CallContext) {
  /** Without an id, the default list. */
  const idOf = async (lid: unknown) => lid || (await own())
  const publish = async (lid: unknown) => {
    const list = await lists('markPublic', { lid: await idOf(lid) })
    return { url: sharedAddress(client, list), lid: list.lid as string }
  }
  const share = async (about: WireRecord, address?: unknown) => {
    const answered = await lists('reportShare', { medium: 'link', ...about, lid: await idOf(about.lid) })
    if (typeof address !== 'string' || !address) return answered
    const { url } = await publish(about.lid)
    globalThis.open?.(address.replace(/{{?\s*\w+\s*}?}/g, encodeURIComponent(url)), '_blank', 'noopener')
    return answered
  }

  return {
    markListPublic: (lid: string, ok?: Then, err?: Then) => answer(lists('markPublic', { lid }), ok, err),
    markListPrivate: (lid: string, ok?: Then, err?: Then) => answer(lists('markPrivate', { lid }), ok, err),
    /** Calls `ok(url, lid)`. */
    generateSharedListURL: (lid: string | null | undefined, ok?: Then, err?: Then) =>
      answer(publish(lid), (shared: Anything) => run(ok, shared.url, shared.lid), err).then((shared) => shared?.url),
    sendListViaEmail: (about: WireRecord, ok?: Then, err?: Then) => {
      const { toEmailId, fromName, note, notes, lid } = about
      const send = async () =>
        await lists('emailList', {
          toemail: toEmailId ?? about.toemail,
          // scripts pass an address where a name belongs, which the service refuses
          fromname: `${fromName ?? about.fromname ?? ''}`.replace(/@.*/, '').slice(0, 50),
          note: note ?? notes,
          // sending a list is sharing it, and scripts do nothing else for it
          lid: (await publish(lid)).lid,
        })
      return answer(send(), ok, err)
    },
    /**
     * `(lid, name, address, network, note)` counts the share and opens `address`, in which a word in braces is replaced by
     * the list's own; `(lid, name, network)` and `({ lid, fromname, medium })` only count.
     */
    shareListSocial: (...args: unknown[]) => {
      const [[lid, fromname, third, network, note], ok, err] = splitArguments(args)
      if (typeof lid === 'object' && lid) return answer(share(lid), ok, err)
      const about = { lid, fromname, medium: network ?? third, note }
      // with an address the only function is the one for errors
      return network ? answer(share(about, third), err && ok, err ?? ok) : answer(share(about), ok, err)
    },
  }
}
