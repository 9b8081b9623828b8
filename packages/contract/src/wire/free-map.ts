/** A merchant's own map inside a record: stored as sent, its keys never renamed. */
import { z } from 'zod'
import { withJsonSchema } from './documented.ts'

const maxMapBytes = 16 * 1024
const maxMapDepth = 8

/** 16 KiB and 8 levels at most. */
export const freeMap = withJsonSchema(
  z
    .unknown()
    .refine((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
      message: 'must be an object',
      abort: true,
    })
    .superRefine((value, context) => {
      const wrong = findFlaw(value, 1)
      if (wrong) context.addIssue({ code: 'custom', message: wrong })
      else if (Buffer.byteLength(JSON.stringify(value)) > maxMapBytes)
        context.addIssue({ code: 'custom', message: 'must be at most 16 KiB of JSON' })
    })
    .transform((value) => value as Record<string, unknown>),
  { type: 'object', additionalProperties: true },
)

function findFlaw(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string')
    return isStorable(value) ? undefined : 'contains a NUL character or an unpaired surrogate'
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'contains a number that is too large'
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > maxMapDepth) return `must be at most ${maxMapDepth} levels deep`
  for (const [key, inner] of Object.entries(value)) {
    const flaw = isStorable(key) ? findFlaw(inner, depth + 1) : 'contains a NUL character or an unpaired surrogate'
    if (flaw) return flaw
  }
  return undefined
}

const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed()
