/** Binds a dictionary table to a shape: reads wire → ours, writes ours → wire, checks both, and describes itself. */
import { z } from 'zod'

export type Names = Readonly<Record<string, string>>
export type Shape = Readonly<Record<string, z.ZodType>>

type Optional<S extends Shape> = { [K in keyof S]: undefined extends z.output<S[K]> ? K : never }[keyof S]
type Flat<T> = { [K in keyof T]: T[K] }

/** The record as the code sees it: our names, read values. */
export type Ours<S extends Shape> = Flat<
  { [K in Exclude<keyof S, Optional<S>>]: z.output<S[K]> } & { [K in Optional<S>]?: z.output<S[K]> }
>

type WireKey<N extends Names, K> = K extends keyof N ? N[K] : never

/** The record as the wire sees it. */
export type Wire<N extends Names, S extends Shape> = {
  [K in keyof S as WireKey<N, K>]: z.input<S[K]>
}

export type Resource<N extends Names, S extends Shape> = {
  readonly names: N
  readonly shape: S
  /** The record on the wire; unknown fields are passed over (contract 1.6). */
  readonly wire: z.ZodObject<Record<string, z.ZodType>>
  /** Reads a wire record into ours; also a part of bigger schemas. */
  readonly reader: z.ZodType<Ours<S>>
  write(record: { [K in keyof S]?: unknown }): Record<string, unknown>
}

export function resource<const N extends Names, const S extends Shape & { [K in Exclude<keyof S, keyof N>]: never }>(
  names: N,
  shape: S,
): Resource<N, S> {
  const pairs = Object.keys(shape).map((ours) => [ours, names[ours]!] as const)
  // Each field remembers what we call it, so that the documentation can tell what the wire's word means.
  const told = (ours: string) => shape[ours]!.meta({ field: { names, ours } })
  const wire = z.object(Object.fromEntries(pairs.map(([ours, word]) => [word, told(ours)])))
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
