/** Version numbers: `1.2.3`, also with a pre-release as in `1.2.3-rc.1`. */

const form = /^(\d{1,5})\.(\d{1,5})\.(\d{1,5})(-[0-9A-Za-z.-]{1,40})?$/

/** Null if the text is no version. */
export function isNewerVersion(text: string, than: string): boolean | null {
  const [one, other] = [form.exec(text), form.exec(than)]
  if (!one || !other) return null
  for (const place of [1, 2, 3]) if (one[place] !== other[place]) return Number(one[place]) > Number(other[place])
  // a pre-release comes before its release
  return other[4] !== undefined && (one[4] === undefined || one[4] > other[4])
}
