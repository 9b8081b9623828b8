/** What a route of the dashboard is, and the pieces that many routes share. Used by the server and, as types, by the dashboard. */
import { z } from 'zod'

export type DashboardRoute = {
  /** Fields of the path, the query and the body together. */
  readonly fields?: z.ZodObject
  /** Strict, so that an undeclared field of an answer fails the server's tests. */
  readonly answer: z.ZodType
}

/** The server returns dates, and JSON makes texts of them. */
export const timestamp = z.iso.datetime({ offset: true }).brand<'timestamp'>()
export type Timestamp = z.output<typeof timestamp>

/** The answer of a route that has nothing else to say. */
export const done = z.strictObject({ done: z.literal(true) })

/** The answer is a page for a frame, not JSON. */
export const html = z.never()

export const roles = ['owner', 'admin', 'marketer', 'viewer'] as const
export const role = z.enum(roles)
export type Role = (typeof roles)[number]

export const dashboardLocales = ['en', 'de'] as const

/** A table: `next` is the `after` of the next page, null on the last. Every table can also be downloaded, at its path with `.csv`. */
export const table = <R extends z.ZodType, S extends z.core.$ZodLooseShape>(row: R, fields: S) => ({
  fields: z.object({
    ...fields,
    after: z.string().max(2000).optional(),
    limit: z.coerce.number().int().min(1).max(200).optional(),
  }),
  answer: z.strictObject({ rows: z.array(row), next: z.string().nullable() }),
})

/** A few rows without pages. */
export const rows = <R extends z.ZodType>(row: R) => z.strictObject({ rows: z.array(row) })

export const search = (longest: number) => z.string().trim().max(longest).optional()

/** What trying a connection gave: the other side's own answer. */
export const checked = z.strictObject({ ok: z.boolean(), says: z.string() })

export const values = z.record(z.string(), z.unknown())
