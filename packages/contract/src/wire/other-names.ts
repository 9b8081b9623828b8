/** Field names of other services that mean a field of ours. */
import { z } from 'zod'
import { documentedAs } from './documented.ts'

/** Refuses a record that uses another name for a known field: the field would be ignored, and its value lost. */
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
        for (const [other, name] of Object.entries(otherNames))
          if (Object.hasOwn(value, other))
            context.addIssue({ code: 'custom', path: [other], message: `is not a field of this call: send ${name}` })
      })
      .pipe(schema as unknown as z.ZodType<z.output<T>, unknown>),
    documented,
  )
