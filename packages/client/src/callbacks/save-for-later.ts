/** `SaveForLater`: each shopper has one such list; `init` returns it and creates it if needed. */
import type { WireRecord } from '../client/names.ts'
import { type Anything, answer, splitArguments, type Then } from './answer.ts'
import { type CallContext, complete } from './call-context.ts'
import { JSEvents } from './events.ts'

type Page = { list: WireRecord; items: WireRecord[] }

export function makeSaveForLater({ client, lists, dispatch }: CallContext) {
  const open = async (): Promise<Page> => {
    const page = (await client.ask('lists/sfl/fetch')) as Page
    // a list that is not in the cache has just been created, which is a write
    if (!client.seen().some(({ listId }) => listId === page.list.lid)) client.dropCache()
    return page
  }
  const own = async () => ((await client.fetchAll()).find(({ lty }) => lty === 'sfl') ?? (await open()).list).lid

  /** Without a list id, the shopper's list. Scripts that store the id of a missing list pass it as a word. */
  const change = async (call: string, [first, ...rest]: Anything[]) => {
    const isText = typeof first === 'string'
    const given = isText || first == null ? rest[0] : first
    const lid = isText && !/^(undefined|null)?$/.test(first) ? first : await own()
    const items = (Array.isArray(given) ? given : [given]).map(complete)
    const answered = await lists(`sfl/${call}`, { lid, items })
    for (const productData of answered.itemsmoved ?? []) dispatch(JSEvents.movedToCartFromSFL, { productData })
    return answered
  }
  const makeChange =
    (call: string) =>
    (...args: unknown[]) => {
      const [values, ok, err] = splitArguments(args)
      return answer(change(call, values), ok, err)
    }

  return {
    init: (ok?: Then, err?: Then) => answer(open(), ok, err),
    fetch: (...args: unknown[]) => {
      const [, ok, err] = splitArguments(args)
      return answer(open(), ok, err)
    },
    add: makeChange('add'),
    remove: makeChange('remove'),
    update: makeChange('update'),
    moveToCart: makeChange('moved-to-cart'),
  }
}
