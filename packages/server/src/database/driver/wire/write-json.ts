/** JSON text that PostgreSQL accepts. */
const escapes = /\\(?:u0000|u(d[89a-f][0-9a-f]{2})|.)/g

/**
 * For a parameter. PostgreSQL rejects a whole statement because of one NUL or lone surrogate, and many callers may share a
 * statement. So NUL is removed and a lone surrogate becomes �. API input with such characters was refused earlier, with the
 * field's name.
 */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value)
  // JSON.stringify escapes lone surrogates but not pairs, so hardly any text needs more work.
  if (!text.includes('\\u')) return text
  return text.replace(escapes, (found, half) => (half ? '�' : found === '\\u0000' ? '' : found))
}
