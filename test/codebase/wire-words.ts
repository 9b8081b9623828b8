/** The rule of the dictionary: wire names appear only in one file. */
import ts from 'typescript'
import { placeOf, type Source, walk } from './sources.ts'

export type Tables = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * The distinctive wire names: those with another name in code. A name that is also one of ours, a plain English word or a
 * single letter is not checked.
 */
export function wireWordsOf(tables: Tables, plain: readonly string[]): Set<string> {
  const pairs = Object.values(tables).flatMap((table) => Object.entries(table))
  const ours = new Set(pairs.map(([name]) => name))
  const words = pairs.filter(([name, word]) => word !== name && word.length > 1).map(([, word]) => word)
  return new Set(words.filter((word) => !ours.has(word) && !plain.includes(word)))
}

/** Checks names and texts, not comments. Kebab-case words (`unknown-lty`) are other words. */
export function findWireWords(sources: Source[], words: ReadonlySet<string>): string[] {
  // Most files have none of them, not even in a comment.
  const mayUse = ({ text }: Source) =>
    wordsIn(text).some(({ word }) => words.has(word) || word.split('-').some((part) => words.has(part)))
  const suspects = sources.filter(mayUse)
  return suspects.flatMap((source) =>
    textsOf(source).flatMap(({ text, position }) => {
      const said = wordsIn(text).filter(({ word }) => words.has(word))
      return said.map(({ word, offset }) => `${placeOf(source, position + offset)} uses the wire name “${word}”`)
    }),
  )
}

type Text = { text: string; position: number }

function textsOf({ tree }: Source): Text[] {
  const found: Text[] = []
  walk(tree, (node) => {
    if (isTag(node)) return
    const isText = ts.isIdentifier(node) || ts.isStringLiteralLike(node) || ts.isTemplateHead(node)
    if (isText || ts.isTemplateMiddle(node) || ts.isTemplateTail(node) || ts.isPrivateIdentifier(node)) {
      const position = node.getStart()
      found.push({ text: withoutSqlComments(tree.text.slice(position, node.end)), position })
    }
  })
  return found
}

/** HTML has the same words, such as `dt`. */
const isTag = ({ parent }: ts.Node) => parent && (ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent))

/** Replaces by spaces, so that positions stay. */
const withoutSqlComments = (text: string) => text.replace(/--.*$/gm, (comment) => ' '.repeat(comment.length))

function wordsIn(text: string): { word: string; offset: number }[] {
  return [...text.matchAll(/[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*/g)].map((match) => ({
    word: match[0],
    offset: match.index,
  }))
}
