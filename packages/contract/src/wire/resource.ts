/** Binds a table of names to a shape: reads and writes records of the wire, and gives their schema. */
import { z } from 'zod'

export type Names = Readonly<Record<string, string>>
export type Shape = Readonly<Record<string, z.ZodType>>

type Optional<S extends Shape> = { [K in keyof S]: undefined extends z.output<S[K]> ? K : never }[keyof S]
type Flat<T> = { [K in keyof T]: T[K] }

/** The record in code: our names, parsed values. */
export type Ours<S extends Shape> = Flat<
  { [K in Exclude<keyof S, Optional<S>>]: z.output<S[K]> } & { [K in Optional<S>]?: z.output<S[K]> }
>

type WireKey<N extends Names, K> = K extends keyof N ? N[K] : never

/** The record on the wire. */
export type Wire<N extends Names, S extends Shape> = {
  [K in keyof S as WireKey<N, K>]: z.input<S[K]>
}

export type Resource<N extends Names, S extends Shape> = {
  readonly names: N
  readonly shape: S
  /** The record on the wire; unknown fields are ignored. */
  readonly wire: z.ZodObject<Record<string, z.ZodType>>
  /** Parses a wire record into ours; usable inside other schemas. */
  readonly reader: z.ZodType<Ours<S>>
  write(record: { [K in keyof S]?: unknown }): Record<string, unknown>
}

export function resource<const N extends Names, const S extends Shape & { [K in Exclude<keyof S, keyof N>]: never }>(
  names: N,
  shape: S,
): Resource<N, S> {
  const pairs = Object.keys(shape).map((ours) => [ours, names[ours]!] as const)
  // The documentation looks up a field's meaning by our name.
  const named = (ours: string) => shape[ours]!.meta({ field: { names, ours } })
  const wire = z.object(Object.fromEntries(pairs.map(([ours, word]) => [word, named(ours)])))
  const reader = wire.transform((record) => {
    const read: Record<string, unknown> = {}
    for (const [ours, word] of pairs) if (record[word] !== undefined) read[ours] = record[word]
    return read as Ours<S>
  })
  return {
    names,
    shape,
    wire,
    reader,
    write(record) {
      const written: Record<string, unknown> = {}
      for (const [ours, word] of pairs) if (record[ours] !== undefined) written[word] = record[ours]
      return written
    },
  }
}
