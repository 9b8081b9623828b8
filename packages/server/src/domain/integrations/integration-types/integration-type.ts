/** What a store can be connected to, as data: its settings, which of them are secret, and what each may hold. */
import { isEmail } from '@heartbell/contract/fields'

export type Field = {
  /** A sentence for the merchant who fills it in. */
  what: string
  /** Sealed when it is kept, and never given back. */
  secret?: true
  required?: true
  initial?: string
  /** What follows the name when it is refused. */
  says: string
  allows(text: string): boolean
}

export type Values = Readonly<Record<string, string>>

export type IntegrationType = {
  kind: string
  title: string
  what: string
  fields: Readonly<Record<string, Field>>
  /** Messages come to an address of ours: `/hooks/<kind>/<token>`. */
  hook?: true
  /** Fields that must stand together; what is wrong as a sentence, or null. */
  rule?(values: Values): string | null
  /** Values that we make ourselves when it is connected. */
  make?(): Values
}

type Extras = Pick<Field, 'secret' | 'required' | 'initial'>

const field = (what: string, says: string, allows: (text: string) => boolean, extras: Extras = {}): Field => ({
  what,
  says,
  allows,
  ...extras,
})

const printable = /^[\x21-\x7e]+$/
const line = /^[^\p{Cc}\u2028\u2029]+$/u

export const lineOf = (what: string, extras?: Extras, most = 500) =>
  field(
    what,
    `must be one line of at most ${most} characters`,
    (text) => line.test(text) && text.length <= most,
    extras,
  )

/** Passwords, tokens and keys. */
export const secretOf = (what: string, extras?: Extras) =>
  field(
    what,
    'must be 1 to 2,000 printable characters without spaces',
    (text) => printable.test(text) && text.length <= 2000,
    {
      secret: true,
      ...extras,
    },
  )

export const patternOf = (what: string, says: string, pattern: RegExp, extras?: Extras) =>
  field(what, says, (text) => pattern.test(text), extras)

export const choiceOf = (what: string, choices: readonly string[], extras?: Extras) =>
  field(what, `must be one of: ${choices.join(', ')}`, (text) => choices.includes(text), {
    initial: choices[0]!,
    ...extras,
  })

const emailOf = (what: string, extras?: Extras) => field(what, 'must be an e-mail address', isEmail, extras)

const isWebUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && text.length <= 2048

export const urlOf = (what: string, extras?: Extras) =>
  field(what, 'must be an http or https address', isWebUrl, extras)

/** Whom e-mails come from, the same for every sender of e-mail. */
export const mailFields = {
  from: emailOf('The address that e-mails come from', { required: true }),
  'from-name': lineOf('The name before it; the store’s own without one', {}, 100),
}

/** Several of a few words, separated by commas. */
export const someOf = (what: string, choices: readonly string[], extras?: Extras) =>
  field(
    what,
    `must be one or more of ${choices.join(', ')}, separated by commas`,
    (text) => text.split(',').every((one) => choices.includes(one.trim())),
    extras,
  )
