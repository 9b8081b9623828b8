/** The dictionary's law: the wire's words stand in one file, everybody else says ours. */
import ts from 'typescript'
import { placeOf, type Source, walk } from './sources.ts'

export type Tables = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * The words that give the wire away: those the code calls differently. A word that is also one of ours, a plain English
 * one or a single letter proves nothing.
 */
export function wireWordsOf(tables: Tables, plain: readonly string[]): Set<string> {
  const pairs = Object.values(tables).flatMap((table) => Object.entries(table))
  const ours = new Set(pairs.map(([name]) => name))
  const words = pairs.filter(([name, word]) => word !== name && word.length > 1).map(([, word]) => word)
  return new Set(words.filter((word) => !ours.has(word) && !plain.includes(word)))
}

/** In names and in texts alike; comments may say what they like. Kebab-case words (`unknown-lty`) are words of their own. */
export function findWireWords(sources: Source[], words: ReadonlySet<string>): string[] {
  return sources.flatMap((source) =>
    textsOf(source).flatMap(({ text, position }) => {
      const said = wordsIn(text).filter(({ word }) => words.has(word))
      return said.map(
        ({ word, offset }) => `${placeOf(source, position + offset)} says “${word}”: that is the wire’s word`,
      )
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

/** HTML has words of its own, such as `dt`. */
const isTag = ({ parent }: ts.Node) => parent && (ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent))

/** Blanked, not cut out, so that places stay right. */
const withoutSqlComments = (text: string) => text.replace(/--.*$/gm, (comment) => ' '.repeat(comment.length))

function wordsIn(text: string): { word: string; offset: number }[] {
  return [...text.matchAll(/[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*/g)].map((match) => ({
    word: match[0],
    offset: match.index,
  }))
}
