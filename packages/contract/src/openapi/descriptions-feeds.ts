/** What the words of a feed's call and its answer mean. */

type Table = Readonly<Record<string, readonly [meaning: string, example?: unknown]>>

export const feedDescriptions: Table = {
  confirmRemovals: ['Also when more than 30 % of the catalog is missing from the feed, it is taken out', false],
  products: ['How many entries were read', 1000],
  added: ['How many variants are new', 12],
  changed: ['How many variants changed', 40],
  removed: ['How many are no longer sold, because the feed does not hold them', 3],
  held: ['How many would be taken out if that were confirmed', 0],
  refused: ['How many entries were passed over', 0],
  lines: ['Which entries were passed over, and why', []],
}
