/** Statements that mean all stores, looked at for what a cluster divided by store refuses: locks and recursion over several machines. */
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

export type WideStatement = { file: string; why: string; refused: string | null }

const wide = /-- every store: (.+)/

/** Reads the program's own text. Each other statement names its store, which the tests of the house hold it to. */
export async function findWideStatements(folder: string): Promise<WideStatement[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter(
      (entry) => entry.isFile() && /(?<!test)\.(js|ts)$/.test(entry.name) && !/^testing|\.d\.ts$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    // The same once more, joined.
    .filter((file) => !relative(folder, file).startsWith(join('program', '/')))
  const found = await Promise.all(
    files.sort().map(async (file) => judgeTexts(await readFile(file, 'utf8'), relative(folder, file))),
  )
  return found.flat()
}

export function judgeTexts(code: string, file: string): WideStatement[] {
  return templatesOf(code).flatMap((text) => {
    const why = wide.exec(text)?.[1]
    return why ? [{ file, why: why.trim(), refused: findRefused(text) }] : []
  })
}

function findRefused(text: string): string | null {
  if (/\bfor (no key )?(update|share)\b/.test(text)) return 'locks rows of several machines'
  if (/\bwith recursive\b/.test(text)) return 'recurs over several machines'
  return null
}

/** Texts between backticks, those inside of a value apart from the one around them. */
export function templatesOf(code: string): string[] {
  const done: string[] = []
  /** One for each backtick that is open, with how many braces are open in the value that is being read. */
  const open: { text: string; braces: number }[] = []
  for (let at = 0; at < code.length; at++) {
    const top = open.at(-1)
    const isText = top !== undefined && top.braces === 0
    const one = code[at]!
    if (isText && one === '\\') at++
    else if (one === '`' && isText) done.push(open.pop()!.text)
    else if (one === '`') open.push({ text: '', braces: 0 })
    else if (isText && one === '$' && code[at + 1] === '{') {
      top.braces = 1
      top.text += ' $ '
      at++
    } else if (isText) top.text += one
    else if (top && one === '{') top.braces++
    else if (top && one === '}') top.braces--
  }
  return done
}
