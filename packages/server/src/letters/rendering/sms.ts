/** The size of an SMS: 160 characters of GSM 03.38, or 70 of any other alphabet; longer texts are sent in several parts. */

const gsm =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const plain = new Set(gsm)
/** These count twice. */
const extended = new Set('^{}\\[~]|€\f')

type SmsSize = { alphabet: 'gsm' | 'unicode'; units: number; segments: number; left: number }

export function countSegments(text: string): SmsSize {
  let units = 0
  for (const letter of text) {
    if (plain.has(letter)) units += 1
    else if (extended.has(letter)) units += 2
    else return size('unicode', text.length, 70, 67)
  }
  return size('gsm', units, 160, 153)
}

/** `left`: characters that still fit into the last part. */
function size(alphabet: SmsSize['alphabet'], units: number, whole: number, part: number): SmsSize {
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

/** A single typographic quote makes the whole SMS Unicode, at twice the price: replaced by plain characters. */
export const simplify = (text: string) => text.replace(/[’‘‚“”„«»–—…\u00a0\u202f\u2009]/g, (mark) => simpler[mark]!)

/** A name is not shortened below this. */
const shortest = 16

/**
 * Shortens the name where that saves a whole part, and keeps as much of it as fits. The parts are counted on the whole text,
 * because a link is longer than most names.
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
