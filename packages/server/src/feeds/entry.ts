/** One entry of a feed, before anybody asked what it means. */

/** Counted from 1; the attributes by their names without `g:`; of a repeated one the first. */
export type Entry = { number: number; fields: Record<string, string> }
