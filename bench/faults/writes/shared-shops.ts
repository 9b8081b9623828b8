/** With `--quick`, rows that do not disturb each other share a running server, each with a store of its own. */
import { openBeside, openShop, type Shop } from '../../setup/shop.ts'

const kinds = {
  /** A whole service, with alerts. */
  serving: [],
  /** Without alerts, for rows that plan alerts themselves. */
  silent: ['--no-alerts'],
  /** For rows with their own workers. Workers process every store, so these rows run in sequence. */
  telling: ['--no-alerts'],
}

export type Kind = keyof typeof kinds

const shared = new Map<Kind, Promise<Shop>>()
let isShared = false
let lastTelling = Promise.resolve()

/** Rows share servers until the returned function is called. */
export function shareShops(): () => Promise<void> {
  isShared = true
  return async () => {
    isShared = false
    await Promise.allSettled([...shared.values()].map(async (shop) => await (await shop).close()))
    shared.clear()
  }
}

/** A shop of this kind: on a server of its own, or a store on the shared server. */
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

/** Waits for the row before; returns the function that starts the next one. */
async function takeTurn(): Promise<() => void> {
  const before = lastTelling
  let leave = () => {}
  lastTelling = new Promise((resolve) => {
    leave = resolve
  })
  await before
  return leave
}
