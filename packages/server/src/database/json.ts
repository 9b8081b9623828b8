/** JSON built by PostgreSQL: SQL text for objects whose keys come from a dictionary, created once at load. */

/** `columns` needs one SQL expression for each name, so a record cannot omit a field. */
export function jsonObject<Names extends Record<string, string>>(
  names: Names,
  columns: { [Key in keyof Names]: string },
): string {
  const pairs = Object.entries(names).map(([ours, wire]) => `'${wire}', ${columns[ours]}`)
  return `json_build_object(${pairs.join(', ')})`
}

/** Milliseconds since the epoch. Columns are timestamptz(3), so a double represents them exactly. */
export const millis = (column: string) => `(date_part('epoch', ${column}) * 1000)::bigint`

/** UTC with milliseconds. These texts sort like the times they represent. */
export const isoTime = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
