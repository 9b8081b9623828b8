/** The description of a list as callers send it. */
import { z } from 'zod'
import { clearable } from '../wire/fields.ts'
import { freeMap } from '../wire/free-map.ts'
import { parseJson, TooDeep } from '../wire/json.ts'

/** `ldesc` is an object in answers, but some callers send plain text. */
export const description = clearable(
  z
    .union([z.string().transform((value) => parsedOrText(value)), z.unknown()])
    .pipe(freeMap as unknown as z.ZodType<Record<string, unknown>, unknown>)
    .meta({ jsonSchema: { type: 'object' } }),
)

function parsedOrText(value: string): unknown {
  try {
    const parsed = parseJson(value)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : { text: value }
  } catch (error) {
    // freeMap reports the depth
    return error instanceof TooDeep ? JSON.parse(value) : { text: value }
  }
}
