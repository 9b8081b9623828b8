/** Descriptions of the fields of the feed call and its answer. */

type Table = Readonly<Record<string, readonly [meaning: string, example?: unknown]>>

export const feedDescriptions: Table = {
  confirmRemovals: ['True: remove missing products even if they are more than 30 % of the catalog', false],
  products: ['How many entries were read', 1000],
  added: ['How many variants are new', 12],
  changed: ['How many variants changed', 40],
  removed: ['How many are no longer sold, because they are missing from the feed', 3],
  held: ['How many are missing but stay until the removal is confirmed', 0],
  refused: ['How many entries were skipped', 0],
  lines: ['Which entries were skipped, and why', []],
}
