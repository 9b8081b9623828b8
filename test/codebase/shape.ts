/** Rules about a file's name, length and first sentence. */
import { posix } from 'node:path'

const saysNothing = /^(utils?|helpers?|common|types?|misc|index|shared|lib)$/

export function findBadNames(paths: string[]): string[] {
  return paths.flatMap((path) => {
    const [name = ''] = posix.basename(path).split('.')
    if (saysNothing.test(name)) return [`${path}:1 has an unspecific name: name it after its content`]
    return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) ? [] : [`${path}:1 is not in kebab-case`]
  })
}

export const longest = 300

export function findLongFiles(files: { path: string; text: string }[]): string[] {
  return files.flatMap(({ path, text }) => {
    const lines = text.trimEnd().split('\n').length
    return lines > longest ? [`${path}:${longest + 1} has ${lines} lines: divide it by noun`] : []
  })
}

/** A file begins with a sentence about its purpose. */
export function findSilentFiles(files: { path: string; text: string }[]): string[] {
  return files.flatMap(({ path, text }) => {
    const opening = /^(?:#!.*\n)?(?:\/\*\*([\s\S]*?)\*\/|((?:--.*\n)+))/.exec(text)
    const sentence = (opening?.[1] ?? opening?.[2] ?? '').replace(/^\s*(\*|--)/gm, '').trim()
    return /^[\p{Lu}`‘“'"(][\s\S]*[.:!?]/u.test(sentence)
      ? []
      : [`${path}:1 does not begin with a sentence about its purpose`]
  })
}
