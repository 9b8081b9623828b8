/** A subscription's `status` is written by the table of states alone: no statement names a state as the value it writes. */
import ts from 'typescript'
import { placeOf, type Source, walk } from './sources.ts'

const made = /\$\{(?:statusAfter|firstStatus)\([^}]*\)\}/g
/** What an update sets, or what an insert does on a conflict: up to the clause that follows. */
const updates =
  /(?:\bupdate\s+subscriptions\b|\binto\s+subscriptions\b[^;]*?\bdo\s+update\b)[^;]*?\bset\b([^;]*?)(?:\n\s*(?:from|where|returning)\b|\swhere\b|`|$)/g
const assigned = /(?:^|,)\s*status\s*=([^;]*?)(?=,\s*\n\s*(?:--|[a-z_]+\s*=|\$\{)|$)/

/** A file that inserts subscriptions names their first state through the table too. */
export function findLiteralStatuses(sources: Source[]): string[] {
  return sources.flatMap((source) => {
    const found: string[] = []
    walk(source.tree, (node) => {
      if (!ts.isTemplateExpression(node) && !ts.isNoSubstitutionTemplateLiteral(node)) return
      const text = node.getText()
      const values = [...text.matchAll(updates)].map(([, sets]) => sets!.match(assigned)?.[1]).filter(Boolean)
      const place = placeOf(source, node.getStart())
      for (const value of values) if (isLiteral(value!)) found.push(`${place} sets status to ${value!.trim()}`)
      if (/\binsert\s+into\s+subscriptions\b/.test(text) && !source.text.includes('firstStatus('))
        found.push(`${place} inserts subscriptions without firstStatus`)
    })
    return found
  })
}

/** Without what the table made, a value that is left over is a state or a parameter: after `then`, `else` or alone. */
function isLiteral(value: string): boolean {
  const rest = value.replace(made, 'made')
  return /^\s*(?:'|\$\{)|\b(?:then|else)\s+(?:'|\$\{)/.test(rest)
}
