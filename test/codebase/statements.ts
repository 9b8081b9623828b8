/** The rule of the store: every SQL text that uses a store's table names the store. */
import ts from 'typescript'
import { placeOf, type Source, walk } from './sources.ts'

const excuse = /-- every store: \S/
const read = /\b(?:from|join|update|using)\s+(?:only\s+)?([a-z_]+)\b/g
/** Columns in a separate text (`${sql.unsafe(consentColumns)}`) cannot be seen here and are trusted. */
const written = /\b(?:into|copy)\s+([a-z_]+)\b(?:\s+as\s+[a-z_]+\b)?(\s*\(\s*(?:store_id\b|\$))?/g
/** `store_id = …`, `(store_id, list_id) in …`, `using (store_id, …)`; a mention among the columns is not a condition. */
const bound = /\bstore_id\s*(?:=|in\b)|\(\s*store_id\b[^()]*\)\s*(?:=|<|>|in\b)|\busing\s*\(\s*store_id\b/g

/** `tables` are those whose rows belong to a store. Each needs its own condition, because a join can forget one side. */
export function findStorelessStatements(sources: Source[], tables: ReadonlySet<string>): string[] {
  return sources.flatMap((source) =>
    sqlTexts(source).flatMap(({ text, position }) => {
      if (excuse.test(text)) return []
      return judge(text.replace(/--.*$/gm, ''), tables).map((fault) => `${placeOf(source, position)} ${fault}`)
    }),
  )
}

function judge(text: string, tables: ReadonlySet<string>): string[] {
  const reads = [...text.matchAll(read)].map(([, table]) => table!).filter((table) => tables.has(table))
  const bounds = text.match(bound)?.length ?? 0
  const unbound = reads.length > bounds ? [`speaks of ${reads.join(', ')} and binds store_id ${bounds} ×`] : []
  const blind = [...text.matchAll(written)].filter(([, table, leads]) => tables.has(table!) && !leads)
  return [...unbound, ...blind.map(([, table]) => `writes into ${table} without store_id as the first column`)]
}

type Text = { text: string; position: number }

/** Whole templates without the values between their parts; a template inside a value is a separate text. */
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
