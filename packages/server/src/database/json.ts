/** JSON to and from PostgreSQL. Replies are assembled there: an object whose keys come from a dictionary, as SQL text made once at load. */

/** `columns` gives one SQL expression for each name, so a record can't leave a field out. */
export function jsonObject<Names extends Record<string, string>>(
  names: Names,
  columns: { [Key in keyof Names]: string },
): string {
  const pairs = Object.entries(names).map(([ours, wire]) => `'${wire}', ${columns[ours]}`)
  return `json_build_object(${pairs.join(', ')})`
}

/** Milliseconds since the epoch; columns are timestamptz(3), so the double holds them exactly. */
export const millis = (column: string) => `(date_part('epoch', ${column}) * 1000)::bigint`

/** In UTC to the millisecond; such texts compare as their times do. */
export const isoTime = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const escapes = /\\(?:u0000|u(d[89a-f][0-9a-f]{2})|.)/g

/**
 * For a parameter. PostgreSQL refuses a whole statement for one NUL or one half of a surrogate pair anywhere in it, and many
 * callers may share a statement: the one is left out, the other becomes �. What people send was refused before, by its name.
 */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value)
  // Halves of pairs are escaped, whole pairs are not; so hardly any text has more to look at.
  if (!text.includes('\\u')) return text
  return text.replace(escapes, (found, half) => (half ? '�' : found === '\\u0000' ? '' : found))
}
