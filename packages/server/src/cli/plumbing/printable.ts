/** Makes text of others harmless for a terminal: a page must not move the cursor, clear the screen or add lines of its own. */

/** Control and format characters (escape sequences, line ends, text direction), and halves of characters. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu

/** One line, at most this long; what a terminal would obey is shown as `\x1b`. */
export function printable(text: string, most: number): string {
  const shown = text.slice(0, most).replace(hidden, visible)
  return text.length > most ? `${shown} … (${text.length - most} more characters)` : shown
}

function visible(character: string): string {
  const code = character.codePointAt(0)!
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\u{${code.toString(16)}}`
}

/** JSON for a terminal. `JSON.stringify` escapes only the controls below U+0020. */
export const printableJson = (data: unknown): string =>
  (JSON.stringify(data) ?? '').replace(/[\x7f\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  )
