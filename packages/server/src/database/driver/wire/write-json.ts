/** JSON text as PostgreSQL accepts it. */
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
