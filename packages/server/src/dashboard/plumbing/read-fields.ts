/** Reads the fields of a request by the schema of its route. */
import type { DashboardRoute } from '@heartbell/contract/dashboard/route'
import { badField, refuseFields } from '@heartbell/contract/errors'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'

/** Path, query and body together; the store of the path is read by `admitMember`. */
export function readFields({ fields }: DashboardRoute, request: FastifyRequest): Record<string, unknown> {
  if (!fields) return {}
  const { store: _, ...path } = request.params as Record<string, string>
  return readGiven(fields, { ...(request.query as object), ...((request.body ?? {}) as object), ...path })
}

/** Refuses texts that PostgreSQL can't store. */
export function readGiven<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const read = schema.safeParse(given)
  if (!read.success) throw refuseFields(read.error)
  const path = findUnstorable(read.data, [])
  if (path) throw badField(path, 'contains a NUL character or an unpaired surrogate')
  return read.data
}

/** The path of the first text that PostgreSQL can't store. */
function findUnstorable(value: unknown, path: PropertyKey[]): PropertyKey[] | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnstorable(key, path) ?? findUnstorable(inner, [...path, key])
    if (found) return found
  }
  return null
}
