/** How a schema appears in the documentation, where zod cannot derive it. */
import type { z } from 'zod'

/** Sets the JSON Schema for the documentation, where zod cannot derive it from a transform. */
export const withJsonSchema = <T extends z.ZodType>(schema: T, jsonSchema: Record<string, unknown>): T =>
  schema.meta({ jsonSchema })

/** Documents a schema by another schema. */
export const documentedAs = <T extends z.ZodType>(schema: T, other: z.ZodType): T =>
  schema.meta({ documentedAs: other })
