/**
 * Text from another program, made safe to store and show: limited in length, without NUL and lone surrogates, which PostgreSQL
 * rejects.
 */
export const safeText = (text: string, most: number): string => text.replaceAll('\0', '').slice(0, most).toWellFormed()
