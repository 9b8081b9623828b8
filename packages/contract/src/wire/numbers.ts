/** Schemas of numbers on the wire, which a form sends as digits: counts, times and prices. */
import { z } from 'zod'
import { withJsonSchema } from './documented.ts'

/** Whole numbers arrive as JSON numbers or as digits in a form. */
export const wholeNumber = (min: number, max: number) =>
  withJsonSchema(
    z
      .unknown()
      .transform((value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value))
      .pipe(
        z
          .unknown()
          .refine((value) => value !== undefined, { message: 'is required', abort: true })
          .refine((value) => Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max, {
            message:
              max === Number.MAX_SAFE_INTEGER
                ? `must be a whole number of at least ${min}`
                : `must be a whole number from ${min} to ${max}`,
          })
          .transform((value) => value as number),
      ),
    { type: 'integer', minimum: min, ...(max === Number.MAX_SAFE_INTEGER ? {} : { maximum: max }) },
  )

const largestInt64 = 2n ** 63n - 1n
const largestInt32 = 2 ** 31 - 1

const isInt64 = (value: unknown) =>
  (typeof value === 'string' && /^\d{1,19}$/.test(value) && BigInt(value) <= largestInt64) ||
  (Number.isSafeInteger(value) && (value as number) >= 0)

/**
 * A number of records from 0 to 2^63 - 1. Read as 2^31 - 1 at most, which no list reaches. `parseJson` has already turned numbers
 * beyond 2^53 into text.
 */
export const int64 = withJsonSchema(
  z
    .unknown()
    .transform((value) => (typeof value === 'string' ? value.trim() : value))
    .refine(isInt64, { message: 'must be a whole number from 0 to 9223372036854775807' })
    .transform((value) => Math.min(Number(value), largestInt32)),
  { type: 'integer', format: 'int64', minimum: 0 },
)

/** A time in milliseconds since 1970, up to the year 2100: always within the range of Date and timestamptz. */
export const moment = wholeNumber(0, 4_102_444_800_000)

/** A number or a decimal text, never negative. */
export const price = withJsonSchema(
  z
    .unknown()
    .transform((value) =>
      typeof value === 'string' && /^\d{1,12}(\.\d{1,6})?$/.test(value.trim()) ? Number(value) : value,
    )
    .pipe(
      z
        .unknown()
        .refine((value) => typeof value === 'number' && value >= 0 && value < 1e12, {
          message: 'must be a price: a number of at least 0',
        })
        .transform((value) => value as number),
    ),
  { type: 'number', minimum: 0 },
)
