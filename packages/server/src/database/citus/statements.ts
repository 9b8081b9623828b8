/**
 * Finds the statements that touch all stores and checks them for what Citus refuses: row locks and recursion over several
 * machines.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

export type WideStatement = { file: string; why: string; refused: string | null }

const everyStore = /-- every store: (.+)/

/** Reads the program's own source. Every other statement names its store; a test enforces that. */
export async function findWideStatements(folder: string): Promise<WideStatement[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter(
      (entry) => entry.isFile() && /(?<!test)\.(js|ts)$/.test(entry.name) && !/^testing|\.d\.ts$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    // The bundled copy contains the same statements again.
    .filter((file) => !relative(folder, file).startsWith(join('program', '/')))
  const found = await Promise.all(
    files.sort().map(async (file) => checkStatements(await readFile(file, 'utf8'), relative(folder, file))),
  )
  return found.flat()
}

export function checkStatements(code: string, file: string): WideStatement[] {
  return templatesOf(code).flatMap((text) => {
    const why = everyStore.exec(text)?.[1]
    return why ? [{ file, why: why.trim(), refused: findRefused(text) }] : []
  })
}

function findRefused(text: string): string | null {
  if (/\bfor (no key )?(update|share)\b/.test(text)) return 'locks rows on several machines'
  if (/\bwith recursive\b/.test(text)) return 'recurses over several machines'
  return null
}

/** Template literals. One that is nested in a value is listed apart from the outer one. */
function templatesOf(code: string): string[] {
  const done: string[] = []
  /** One entry for each open backtick, with the number of open braces in the value being read. */
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
