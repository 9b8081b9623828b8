/** Blanks the parts of a script that are not code, so that names in comments and texts are not mistaken for uses. */

/** Both keep every position and line. `code` has neither comments nor texts; `strings` only lacks the comments. */
export type MaskedScript = { code: string; strings: string }

/**
 * One alternative for each kind of part; templates keep the code in `${…}`. Regular expressions have a greatest length, so that a
 * script of slashes takes no longer than others.
 */
const parts =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|`(?:[^`\\]|\\[\s\S])*`?|\/(?![/*])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,300}\]){1,300}\/[a-z]*/g

/** A slash after these starts a regular expression; after a value it divides. */
const beforeExpression =
  /(?:^|[=(,:;[!&|?{}+\-*%<>~^]|\b(?:return|typeof|case|in|of|delete|void|throw|new|do|else))\s*$/

export function maskScript(text: string): MaskedScript {
  const code: string[] = []
  const strings: string[] = []
  let done = 0
  /** The last code before a part: enough to see what a slash means. */
  let before = ''
  const add = (masked: string, withTexts: string) => {
    code.push(masked)
    strings.push(withTexts)
    before = (before + masked.slice(-40)).slice(-40)
  }
  parts.lastIndex = 0
  for (let found = parts.exec(text); found; found = parts.exec(text)) {
    const between = text.slice(done, found.index)
    add(between, between)
    const isComment = /^\/[/*]/.test(found[0])
    const isDivision = found[0][0] === '/' && !isComment && !beforeExpression.test(before)
    const part = isDivision ? '/' : found[0]
    if (isDivision) add(part, part)
    else add(isComment ? blank(part) : blankText(part), isComment ? blank(part) : part)
    done = found.index + part.length
    parts.lastIndex = done
  }
  const rest = text.slice(done)
  return { code: code.join('') + rest, strings: strings.join('') + rest }
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ')

const blankText = (part: string) =>
  part[0] === '`'
    ? part.replace(/\$\{[^{}`]*\}|[^\n]/g, (one) => (one.length > 1 ? `  ${one.slice(2, -1)} ` : ' '))
    : blank(part)
