/** One raw entry of a feed, not interpreted yet. */

/** Counted from 1. Attribute names have no `g:` prefix; of a repeated attribute the first one counts. */
export type FeedEntry = { number: number; fields: FeedFields }

export type FeedFields = Record<string, string | undefined>

/** Has no prototype, like `Object.create(null)`, but V8 gives instances of a class a fixed shape instead of a slow dictionary. */
export class EmptyFields {
  [name: string]: string | undefined
}
Object.setPrototypeOf(EmptyFields.prototype, null)
Reflect.deleteProperty(EmptyFields.prototype, 'constructor')
