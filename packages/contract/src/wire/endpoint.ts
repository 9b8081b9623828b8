/** The definition of an endpoint: method and path, who may call it, which fields it reads and what it answers. */
import type { z } from 'zod'
import type { ActName } from './acts.ts'
import type { Names, Ours, Resource, Shape } from './resource.ts'

/** `store`: Basic authentication with pid and API key. `shopper`: pid, regid and sessionid. `open`: anybody. */
export type Auth = 'store' | 'shopper' | 'open'

export type Endpoint<S extends Shape = Shape> = {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** A part that begins with a colon is a field, by its wire name. */
  readonly path: string
  readonly auth: Auth
  /** The group in the documentation. */
  readonly tag: string
  readonly summary: string
  readonly fields: Resource<Names, S>
  /** The schema of the answer; strict, so that tests fail on an undocumented field. */
  readonly answer: z.ZodType
  /** Older paths of the same endpoint. */
  readonly aliases?: readonly string[]
  /** Fields that the documentation shows in the query string; the server accepts any field there. */
  readonly inQuery?: readonly (keyof S & string)[]
  /** Fields that the schema leaves optional because a rule of the server requires them, with its own error. */
  readonly alsoRequired?: readonly (keyof S & string)[]
  /** The body may also be a stream of any length (`application/x-ndjson`); each line is one of these records. */
  readonly lines?: Resource<Names, Shape>
  /** A repeated call changes nothing, so an `Idempotency-Key` is ignored. */
  readonly reads?: true
  /** The act that a call writes to the audit trail; without one, a call writes no entry. */
  readonly act?: ActName
  /** Refusals that a caller should expect beyond those of authentication. */
  readonly refusals?: readonly (readonly [status: number, type: string])[]
}

export type FieldsOf<E extends Endpoint> = E extends Endpoint<infer S> ? Ours<S> : never

export const endpoint = <S extends Shape>(
  definition: Omit<Endpoint<S>, 'fields'> & { fields: Resource<never, S> | Resource<Names, S> },
) => definition as Endpoint<S>
