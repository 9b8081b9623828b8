/** JSON built by PostgreSQL: replies are objects whose keys come from a dictionary, as SQL text made once at load. */

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
