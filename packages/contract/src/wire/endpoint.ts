/** What an endpoint is: where it stands, who may knock, which fields it reads and what it answers. */
import type { z } from 'zod'
import type { ActName } from './acts.ts'
import type { Names, Ours, Resource, Shape } from './resource.ts'

/** `store`: Basic pid and API key. `shopper`: pid, regid and sessionid. `open`: anybody. */
export type Auth = 'store' | 'shopper' | 'open'

export type Endpoint<S extends Shape = Shape> = {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** A part that begins with a colon is a field, by the wire's word for it. */
  readonly path: string
  readonly auth: Auth
  /** The noun it belongs to, as the documentation groups it. */
  readonly tag: string
  readonly summary: string
  readonly fields: Resource<Names, S>
  /** The schema of the answer; strict, so a reply with a field too many fails in tests. */
  readonly answer: z.ZodType
  /** Older addresses of the same thing. */
  readonly aliases?: readonly string[]
  /** Fields of the query string as the documentation shows them; any field may stand there (contract 1.1). */
  readonly inQuery?: readonly (keyof S & string)[]
  /** Fields that are read loosely and asked for by a rule. */
  readonly alsoRequired?: readonly (keyof S & string)[]
  /** The same told as a stream of any length (`application/x-ndjson`): each line is one of these. */
  readonly lines?: Resource<Names, Shape>
  /** It changes nothing that a repeated call would change again, so an `Idempotency-Key` is passed over (contract 1.10). */
  readonly reads?: true
  /** The act that a call of it is in the audit trail. Without one it writes data, not configuration, and leaves no entry. */
  readonly act?: ActName
  /** Refusals a caller should expect beyond those of the door. */
  readonly refusals?: readonly (readonly [status: number, type: string])[]
}

export type FieldsOf<E extends Endpoint> = E extends Endpoint<infer S> ? Ours<S> : never

export const endpoint = <S extends Shape>(
  definition: Omit<Endpoint<S>, 'fields'> & { fields: Resource<never, S> | Resource<Names, S> },
) => definition as Endpoint<S>
