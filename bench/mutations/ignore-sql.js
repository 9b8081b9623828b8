/**
 * Excludes from Stryker: SQL texts, for which `sql-mutants.ts` has better mutants, and sentences for people. `MUTATE_SHARE`
 * limits the run to a share of the lines, the same ones every time.
 */
import { createHash } from 'node:crypto'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const share = Number(process.env.MUTATE_SHARE ?? 1)

/** Excludes single lines; nodes that span several lines are always included. */
function isOut({ node: { loc } }) {
  if (loc?.start.line !== loc?.end.line) return false
  return createHash('sha256').update(`line ${loc.start.line}`).digest().readUInt32BE() / 2 ** 32 >= share
}

const wordsOf = ({ node }) => node.value ?? node.quasis.map(({ value }) => value.raw).join(' … ')

const words = {
  shouldIgnore(path) {
    // Without its text a statement fails at once: such a kill proves nothing.
    if (path.isTemplateLiteral() && path.parentPath.isTaggedTemplateExpression()) return 'a statement'
    if ((path.isStringLiteral() || path.isTemplateLiteral()) && /[a-z’]{2,} [a-z]+/i.test(wordsOf(path)))
      return 'a sentence for people'
    return share < 1 && isOut(path) ? 'not in the sample' : undefined
  },
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'words', words)]
