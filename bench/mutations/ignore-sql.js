/**
 * Tells Stryker what not to break: texts of statements, which `sql-mutants.ts` breaks better, and sentences for people. On a
 * machine with little time `MUTATE_SHARE` asks for a part of the code's lines, the same ones every time.
 */
import { createHash } from 'node:crypto'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const share = Number(process.env.MUTATE_SHARE ?? 1)

/** A line is in or out; what goes over several is always in. */
function isOut({ node: { loc } }) {
  if (loc?.start.line !== loc?.end.line) return false
  return createHash('sha256').update(`line ${loc.start.line}`).digest().readUInt32BE() / 2 ** 32 >= share
}

const wordsOf = ({ node }) => node.value ?? node.quasis.map(({ value }) => value.raw).join(' … ')

const words = {
  shouldIgnore(path) {
    // Without its text a statement fails at once: a kill that says nothing.
    if (path.isTemplateLiteral() && path.parentPath.isTaggedTemplateExpression()) return 'a statement'
    if ((path.isStringLiteral() || path.isTemplateLiteral()) && /[a-z’]{2,} [a-z]+/i.test(wordsOf(path)))
      return 'a sentence for people'
    return share < 1 && isOut(path) ? 'not in the sample' : undefined
  },
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'words', words)]
