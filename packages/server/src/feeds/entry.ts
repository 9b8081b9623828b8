/** One entry of a feed, before anybody asked what it means. */

/** Counted from 1; the attributes by their names without `g:`; of a repeated one the first. */
export type Entry = { number: number; fields: Fields }

export type Fields = Record<string, string | undefined>

/** Nothing is inherited, as from `Object.create(null)`; but what a constructor makes is no dictionary to the engine. */
export class NoFields {
  [name: string]: string | undefined
}
Object.setPrototypeOf(NoFields.prototype, null)
Reflect.deleteProperty(NoFields.prototype, 'constructor')
