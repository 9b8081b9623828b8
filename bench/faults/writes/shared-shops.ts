/** In a hurry, rows that do not disturb each other share a running server, each with a store of its own. */
import { openBeside, openShop, type Shop } from '../../setup/shop.ts'

const kinds = {
  /** A whole service, its alerts included. */
  serving: [],
  /** One that sends nothing, for rows that decide about alerts themselves. */
  silent: ['--no-alerts'],
  /** For rows with workers of their own. Workers look after every store there is, so that these rows take turns. */
  telling: ['--no-alerts'],
}

export type Kind = keyof typeof kinds

const shared = new Map<Kind, Promise<Shop>>()
let isShared = false
let lastTelling = Promise.resolve()

/** From now on, until the function that it gives is called. */
export function shareShops(): () => Promise<void> {
  isShared = true
  return async () => {
    isShared = false
    await Promise.allSettled([...shared.values()].map(async (shop) => await (await shop).close()))
    shared.clear()
  }
}

/** A shop of this kind: one of its own, or a store in the server that rows share. */
export async function takeShop(kind: Kind): Promise<Shop> {
  const flags = kinds[kind]
  if (!isShared) return await openShop({ flags })
  const leave = kind === 'telling' ? await takeTurn() : () => {}
  try {
    const shop = shared.get(kind) ?? openShop({ flags })
    shared.set(kind, shop)
    const beside = await openBeside(await shop)
    return { ...beside, close: () => beside.close().finally(leave) }
  } catch (error) {
    leave()
    throw error
  }
}

/** Waits for whoever came before; gives the function that lets the next one in. */
async function takeTurn(): Promise<() => void> {
  const before = lastTelling
  let leave = () => {}
  lastTelling = new Promise((resolve) => {
    leave = resolve
  })
  await before
  return leave
}
