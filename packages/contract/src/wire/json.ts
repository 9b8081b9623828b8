/** Parses JSON of callers: whole numbers beyond 2^53 become text instead of being rounded, and the depth is limited. */

const manyDigits = /\d{16}/
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** JSON.parse reads deeper nesting than JSON.stringify can write again without a stack overflow. */
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
