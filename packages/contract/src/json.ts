/** JSON as callers write it: whole numbers beyond 2^53 are read as text instead of being rounded. */

const manyDigits = /\d{16}/
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Throws SyntaxError like JSON.parse. */
export function parseJson(text: string): unknown {
  if (!manyDigits.test(text)) return JSON.parse(text)
  JSON.parse(text)
  return JSON.parse(text.replace(stringOrNumber, keepDigits))
}

function keepDigits(token: string): string {
  const isWhole = /^-?\d+$/.test(token)
  return isWhole && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token
}
