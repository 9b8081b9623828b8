/** Cuts what platforms tell about a customer: every list of an answer repeats its owner's record. */

/** The first ones that fit together as JSON. */
export function cutToBytes<T>(all: readonly T[], most: number): T[] {
  let bytes = 0
  return all.filter((one) => {
    bytes += Buffer.byteLength(JSON.stringify(one)) + 1
    return bytes <= most
  })
}
