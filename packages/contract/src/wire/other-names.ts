/** Field names of other services that mean a field of ours. */
import { z } from 'zod'
import { documentedAs } from './documented.ts'

const isPresent = (value: unknown) => value !== undefined && value !== null && value !== ''

/**
 * Refuses a record that uses another name for a known field: the field would be ignored, and its value lost. A record that has the
 * right name, too, loses nothing, and neither does an empty value.
 */
export const refuseOtherNames = <T extends z.ZodType>(
  schema: T,
  documented: z.ZodType,
  otherNames: Readonly<Record<string, string>>,
): z.ZodType<z.output<T>, unknown> =>
  documentedAs(
    z
      .unknown()
      .superRefine((value, context) => {
        if (typeof value !== 'object' || value === null) return
        const record = value as Record<string, unknown>
        for (const [other, name] of Object.entries(otherNames))
          if (isPresent(record[other]) && record[name] === undefined)
            context.addIssue({ code: 'custom', path: [other], message: `is not a field of this call: send ${name}` })
      })
      .pipe(schema as unknown as z.ZodType<z.output<T>, unknown>),
    documented,
  )
