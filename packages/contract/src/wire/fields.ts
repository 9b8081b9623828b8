/** Schemas of the values on the wire. Each reads what callers send; its message follows the field's name: `epi is required`. */
import { z } from 'zod'
import { documentedAs, withJsonSchema } from './documented.ts'
import { parseJson, TooDeep } from './json.ts'
import { plainProductId } from './product-ids.ts'

/** PostgreSQL cannot store NUL, and an unpaired surrogate would be stored as another character. */
const wholeText = z.string().refine((text) => !text.includes('\0') && text.isWellFormed(), {
  message: 'contains a NUL character or an unpaired surrogate',
  abort: true,
})

/** Lengths count code points, as a person counts characters. */
const characters = (text: string) => {
  let count = 0
  for (const _ of text) count++
  return count
}

/** A text has at most as many code points as UTF-16 units, so most texts need no counting. */
const fits = (max: number) => (text: string) => text.length <= max || characters(text) <= max

export const text = (max: number) =>
  withJsonSchema(wholeText.refine(fits(max), { message: `must be at most ${max} characters` }), {
    type: 'string',
    maxLength: max,
  })

export const requiredText = (max: number) =>
  withJsonSchema(
    wholeText
      .refine((value) => value.trim() !== '', { message: 'is required', abort: true })
      .refine(fits(max), { message: `must be at most ${max} characters` }),
    { type: 'string', minLength: 1, maxLength: max },
  )

const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

export const singleLine = (max: number) =>
  withJsonSchema(
    wholeText
      .refine((value) => !controls.test(value), { message: 'must be a single line without control characters' })
      .refine(fits(max), { message: `must be at most ${max} characters` }),
    { type: 'string', maxLength: max },
  )

/** Characters that are not seen. A mail is sent without some of them, and mail programs leave out others. */
const unseen = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Without characters that are not seen. */
export const visibleText = (text: string) => text.replace(unseen, '')

/** A URL, host name or e-mail address, which mail programs turn into links; also in look-alike characters, or with unseen ones inside. */
export const containsLink = (text: string) =>
  /[a-z][a-z0-9+.-]*:\/\/|www\.|@|[\p{L}\p{M}\p{N}_-]\.\p{L}{2,}|\d+\.\d+\.\d+\.\d+|\btel:/iu.test(
    visibleText(text).normalize('NFKC').replaceAll('\u3002', '.'),
  )

/** Five digits or more, also apart: mail programs offer to call the number. */
export const containsPhone = (text: string) =>
  /\p{Nd}(?:[\s().+/_-]*\p{Nd}){4}/u.test(visibleText(text).normalize('NFKC'))

/** For text of a caller that goes into a mail to another person. */
export const withoutLinks = <T extends z.ZodType<string>>(schema: T) =>
  documentedAs(
    schema.refine((value) => !containsLink(value), {
      message: 'must not contain links, host names or e-mail addresses',
    }),
    schema,
  )

/** The name of a person who causes a mail: it is in the mail's subject and sender. */
export const personName = (max: number) => {
  const line = singleLine(max)
  return documentedAs(
    withoutLinks(line).refine((value) => !containsPhone(value), { message: 'must not contain a phone number' }),
    line,
  )
}

/** 3 to 50 characters after trimming, without control characters. */
export const listName = withJsonSchema(
  wholeText
    .transform((value) => value.trim())
    .pipe(
      z
        .string()
        .refine((value) => !controls.test(value), { message: 'must not contain control characters', abort: true })
        .refine((value) => characters(value) >= 3 && characters(value) <= 50, {
          message: 'must be 3 to 50 characters',
        }),
    ),
  { type: 'string', minLength: 3, maxLength: 50 },
)

const truths = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  ['1', true],
  [1, true],
  [false, false],
  ['false', false],
  ['0', false],
  [0, false],
])

export const yesNo = withJsonSchema(
  z
    .unknown()
    .refine((value) => truths.has(value), { message: 'must be true or false' })
    .transform((value) => truths.get(value) as boolean),
  { type: 'boolean' },
)

/**
 * An id is text: 123 and "123" are the same product, and so is Shopify's `gid://shopify/Product/123`. `parseJson` has already
 * turned numbers beyond 2^53 into text.
 */
export const productKey = withJsonSchema(
  z
    .unknown()
    .transform((value) =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? String(value) : value,
    )
    .pipe(
      z
        .unknown()
        .refine((value) => value !== undefined && value !== null && value !== '', {
          message: 'is required',
          abort: true,
        })
        .refine((value) => typeof value === 'string', { message: 'must be a whole number or text', abort: true })
        .transform((value) => plainProductId((value as string).trim()))
        .pipe(
          wholeText
            .refine((value) => value !== '', { message: 'is required' })
            .refine((value) => !controls.test(value), { message: 'must not contain control characters' })
            .refine(fits(128), { message: 'must be at most 128 characters' }),
        ),
    ),
  { anyOf: [{ type: 'integer' }, { type: 'string', minLength: 1, maxLength: 128 }] },
)

/** An id in an answer: a number if it is a safe integer without leading zeros, else text. */
export const productKeyOut = withJsonSchema(z.union([z.number(), z.string()]), {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
})

/** The conversion in code, for ids that SQL does not convert, such as those inside a bundle. */
export const writeProductKey = (key: string): number | string =>
  /^(0|[1-9]\d{0,15})$/.test(key) && Number.isSafeInteger(Number(key)) ? Number(key) : key

const schemed = /^[a-z][a-z0-9+-]*:/i

/** An address that a page may link to: http(s) or relative. A scheme that runs code must never become a link in a mail. */
export const webAddress = (max = 2048) =>
  withJsonSchema(
    wholeText
      .transform((value) => value.trim())
      .pipe(
        z
          .string()
          .refine((value) => value !== '', { message: 'is required', abort: true })
          .refine(fits(max), { message: `must be at most ${max} characters`, abort: true })
          .refine((value) => !controls.test(value), { message: 'must not contain control characters', abort: true })
          .refine((value) => !schemed.test(value) || /^(https?|localhost):/i.test(value), {
            message: 'must be an http or https address, or a path',
          }),
      ),
    { type: 'string', maxLength: max },
  )

/** RFC 4122 version 4, in any case; compared in lower case. */
export const uuidV4 = withJsonSchema(
  z
    .string()
    .refine((value) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(value.trim()), {
      message: 'must be a UUID v4 (RFC 4122)',
    })
    .transform((value) => value.trim().toLowerCase()),
  { type: 'string', format: 'uuid' },
)

const mailbox = /^[^\s@"(),:;<>[\]\\\u0000-\u001f\u007f-\u009f]{1,64}@[^\s@"(),:;<>[\]\\/?#%]+$/
const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

export function isEmail(value: string): boolean {
  if (value.length > 254 || !mailbox.test(value) || !value.isWellFormed()) return false
  const [local, domain] = value.split('@') as [string, string]
  const labels = domain.split('.')
  return (
    labels.length > 1 &&
    labels.every((label) => domainLabel.test(label)) &&
    /\D/.test(labels.at(-1)!) &&
    !local.startsWith('.') &&
    !local.endsWith('.') &&
    !local.includes('..')
  )
}

/**
 * An address as it is stored and compared: trimmed and lower-cased, because the same shopper types it both ways. Before the @
 * only A to Z: the lower case of the Kelvin sign is a k, and its mailbox is somebody else's. Domains have no such letters.
 */
export function foldEmail(text: string): string {
  const address = text.trim()
  const at = address.lastIndexOf('@') + 1
  const name = address.slice(0, at).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  return name + address.slice(at).toLowerCase()
}

export const email = withJsonSchema(
  z
    .string()
    .transform(foldEmail)
    .pipe(z.string().refine(isEmail, { message: 'must be an e-mail address' })),
  { type: 'string', format: 'email', maxLength: 254 },
)

/** A field that is JSON text in a form, and the value itself or JSON text in a JSON body. */
export const jsonText = <T extends z.ZodType>(schema: T) =>
  documentedAs(
    z
      .unknown()
      .transform((value, context) => {
        if (typeof value !== 'string') return value
        try {
          return parseJson(value)
        } catch (error) {
          const message = error instanceof TooDeep ? error.message : 'must be JSON'
          context.addIssue({ code: 'custom', message, input: value })
          return z.NEVER
        }
      })
      .pipe(schema),
    schema,
  )

const nothing = (value: unknown): unknown => (value === null || value === '' ? undefined : value)

/** For fields that cannot be cleared: absent, null and empty mean the same. */
export const optional = <T extends z.ZodType>(
  schema: T,
): z.ZodType<z.output<T> | undefined, z.input<T> | null | undefined> =>
  documentedAs(
    z
      .unknown()
      .transform(nothing)
      .pipe(schema.optional() as unknown as z.ZodType<z.output<T> | undefined, unknown>)
      .optional(),
    schema,
  ) as never

/** Null clears the field, and so does an empty text, because a form cannot send null. Absent leaves it unchanged. */
export const clearable = <T extends z.ZodType>(
  schema: T,
): z.ZodType<z.output<T> | null | undefined, z.input<T> | null | undefined> =>
  documentedAs(
    z
      .unknown()
      .transform((value) => (value === '' ? null : value))
      .pipe(schema.nullable().optional() as unknown as z.ZodType<z.output<T> | null | undefined, unknown>)
      .optional(),
    schema.nullable(),
  ) as never

/** A text that may be sent empty and then stays empty. Absent and null mean that it was not sent. */
export const maybeEmpty = <T extends z.ZodType>(
  schema: T,
): z.ZodType<z.output<T> | '' | undefined, z.input<T> | null | undefined> =>
  documentedAs(
    z
      .unknown()
      .transform((value): unknown => (value === null ? undefined : value))
      .pipe(orEmpty(schema).optional() as unknown as z.ZodType<z.output<T> | '' | undefined, unknown>)
      .optional(),
    schema,
  ) as never

/** The same, but null clears it. */
export const clearableText = <T extends z.ZodType>(
  schema: T,
): z.ZodType<z.output<T> | '' | null | undefined, z.input<T> | null | undefined> =>
  documentedAs(orEmpty(schema).nullable().optional(), schema.nullable()) as never

/** The schema first: an error names what it wants. */
const orEmpty = <T extends z.ZodType>(schema: T) => z.union([schema, z.literal('')])
