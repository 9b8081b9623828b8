/** The size of an SMS: 160 letters of the old alphabet (GSM 03.38), or 70 of any other; longer ones go in numbered parts. */

const gsm =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const plain = new Set(gsm)
/** These take two places. */
const extended = new Set('^{}\\[~]|€\f')

export type Segments = { alphabet: 'gsm' | 'unicode'; units: number; segments: number; left: number }

export function countSegments(text: string): Segments {
  let units = 0
  for (const letter of text) {
    if (plain.has(letter)) units += 1
    else if (extended.has(letter)) units += 2
    else return size('unicode', text.length, 70, 67)
  }
  return size('gsm', units, 160, 153)
}

/** `left`: how much more fits into the last part. */
function size(alphabet: Segments['alphabet'], units: number, whole: number, part: number): Segments {
  const segments = units === 0 ? 0 : units <= whole ? 1 : Math.ceil(units / part)
  const room = segments <= 1 ? whole : segments * part
  return { alphabet, units, segments, left: room - units }
}

const simpler: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
}

/** One typographic quote would make every letter twice as dear: those that have a plain twin take it. */
export const simplify = (text: string) => text.replace(/[’‘‚“”„«»–—…\u00a0\u202f\u2009]/g, (mark) => simpler[mark]!)

/** So much of a name is left in any case. */
const shortest = 16

/**
 * What is written with a name, the name cut where that saves a whole part; as much of it as fits. A link in an SMS is longer than
 * most names, so the parts can't be foreseen and are counted.
 */
export function fitName(write: (name: string) => string, name: string): string {
  const whole = simplify(write(name))
  const letters = [...name]
  if (letters.length <= shortest) return whole
  const cut = (length: number) => simplify(write(`${letters.slice(0, length).join('').trimEnd()}...`))
  const least = countSegments(cut(shortest)).segments
  if (countSegments(whole).segments <= least) return whole
  let [fits, tooLong] = [shortest, letters.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (countSegments(cut(middle)).segments <= least) fits = middle
    else tooLong = middle
  }
  return cut(fits)
}
