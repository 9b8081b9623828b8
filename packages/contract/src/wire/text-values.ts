/** Values that stay text on the wire: times as ISO 8601, and decimal amounts. */
import { z } from 'zod'
import { withJsonSchema } from './documented.ts'

const isoInstant = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/i

/** A time as ISO 8601 text; milliseconds since 1970 become such text. Text without a zone is UTC. */
export const instant = withJsonSchema(
  z
    .unknown()
    .transform((value) =>
      Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= 4_102_444_800_000
        ? new Date(value as number).toISOString()
        : value,
    )
    .pipe(
      z
        .unknown()
        .refine((value) => typeof value === 'string' && isoInstant.test(value) && readInstant(value) !== null, {
          message: 'must be a time as ISO 8601 text or in milliseconds since 1970',
        })
        .transform((value) => value as string),
    ),
  { type: 'string', format: 'date-time' },
)

/** Null for text that names no time from 1970 to 2100. */
export function readInstant(text: string): Date | null {
  const isUnzoned = /[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text)
  const time = new Date(isUnzoned ? `${text.replace(' ', 'T')}Z` : text)
  return time.getTime() >= 0 && time.getTime() <= 4_102_444_800_000 ? time : null
}

/** An amount as decimal text; a number gets two decimals. */
export const decimalText = withJsonSchema(
  z
    .unknown()
    .transform((value) => (typeof value === 'number' && Math.abs(value) < 1e12 ? value.toFixed(2) : value))
    .pipe(
      z
        .unknown()
        .refine((value) => typeof value === 'string' && /^-?\d{1,15}(\.\d{1,6})?$/.test(value.trim()), {
          message: 'must be a decimal number as text, such as "123.45"',
        })
        .transform((value) => (value as string).trim()),
    ),
  { type: 'string' },
)
