/** JSON as callers write it: whole numbers beyond 2^53 are read as text instead of being rounded, depth has its bound. */

const manyDigits = /\d{16}/
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Deeper than anything a call means: what is nested without end can be read, but not written again. */
const mostLevels = 64

export class TooDeep extends SyntaxError {
  override readonly message = `must be at most ${mostLevels} levels deep`
}

/** Throws SyntaxError like JSON.parse. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (isDeeper(value, mostLevels)) throw new TooDeep()
  return manyDigits.test(text) ? JSON.parse(text.replace(stringOrNumber, keepDigits)) : value
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

function keepDigits(token: string): string {
  const isWhole = /^-?\d+$/.test(token)
  return isWhole && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token
}
