/** The law of the store: whatever text speaks of a table that belongs to a store names that store. */
import ts from 'typescript'
import { placeOf, type Source, walk } from './sources.ts'

const excuse = /-- every store: \S/
const mention = /\b(?:from|join|into|update|using|copy|truncate)\s+(?:only\s+)?([a-z_]+)\b/g

/** `tables` are those whose rows belong to a store. Once for each table it speaks of, because a join can forget one side. */
export function findStorelessStatements(sources: Source[], tables: ReadonlySet<string>): string[] {
  return sources.flatMap((source) =>
    sqlTexts(source).flatMap(({ text, position }) => {
      if (excuse.test(text)) return []
      const said = text.replace(/--.*$/gm, '')
      const spokenOf = [...said.matchAll(mention)].map(([, table]) => table!).filter((table) => tables.has(table))
      const named = said.match(/\bstore_id\b/g)?.length ?? 0
      if (spokenOf.length <= named) return []
      const times = named === 0 ? 'never' : `only ${named} ×`
      return [`${placeOf(source, position)} speaks of ${spokenOf.join(', ')} and names store_id ${times}`]
    }),
  )
}

type Text = { text: string; position: number }

/** Whole templates, the values between their parts left out; a template inside a value is a text of its own. */
function sqlTexts({ tree }: Source): Text[] {
  const found: Text[] = []
  walk(tree, (node) => {
    if (ts.isStringLiteralLike(node)) found.push({ text: node.text, position: node.getStart() })
    if (ts.isTemplateExpression(node)) {
      const parts = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)]
      found.push({ text: parts.join(' $ '), position: node.getStart() })
    }
  })
  return found
}
