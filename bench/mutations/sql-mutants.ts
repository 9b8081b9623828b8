/** The mutants of a statement: one condition, lock, order, bound or assignment removed or changed. */
import ts from 'typescript'

/** `from` and `to` are offsets in the file's text; the text between them is replaced. */
export type Mutant = {
  path: string
  /** The statement, as its index in the file. */
  statement: number
  line: number
  kind: 'condition' | 'bound' | 'lock' | 'order' | 'limit' | 'repeat' | 'assignment'
  from: number
  to: number
  replacement: string
  /** The original text, on one line. */
  was: string
}

export type Statement = { from: number; text: string; tag: number }

/** Every text tagged `sql`, with its values blanked out: a statement inside a value is a statement of its own. */
export function findStatements(text: string): Statement[] {
  const tree = ts.createSourceFile('statements.ts', text, ts.ScriptTarget.Latest, true)
  const found: Statement[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql')
      found.push({ from: node.template.getStart(), text: blank(node.template), tag: node.tag.getStart() })
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function blank(template: ts.TemplateLiteral): string {
  const start = template.getStart()
  let text = template.getText()
  if (!ts.isTemplateExpression(template)) return ` ${text.slice(1, -1)} `
  for (const { expression } of template.templateSpans) {
    const [from, to] = [expression.getFullStart() - start, expression.getEnd() - start]
    text = text.slice(0, from) + '$'.repeat(to - from) + text.slice(to)
  }
  return ` ${text.slice(1, -1)} `
}

type Change = Pick<Mutant, 'kind' | 'replacement'> & { from: number; to: number }

export function findMutants(path: string, text: string): Mutant[] {
  return findStatements(text).flatMap((statement, place) =>
    changesOf(statement.text).map((change) => {
      const [from, to] = [statement.from + change.from, statement.from + change.to]
      const was = text.slice(from, to)
      const line = text.slice(0, from + was.search(/[^\s,]/)).split('\n').length
      return { ...change, path, statement: place, from, to, line, was: was.replace(/\s+/g, ' ').trim() }
    }),
  )
}

function changesOf(statement: string): Change[] {
  const found: Change[] = []
  const bare = statement.replace(/--.*$/gm, (remark) => ' '.repeat(remark.length))
  const find = (pattern: RegExp, change: (match: RegExpExecArray, from: number) => Change | null) => {
    for (const match of bare.matchAll(pattern)) {
      const made = change(match, match.index + match[0].length - match[0].trimStart().length)
      if (made) found.push(made)
    }
  }
  find(/(?:^[ \t]*|(?<!distinct )\b)(where|and|on)\b(?! conflict)/gm, ([whole, word], from) => {
    const isFirst = whole !== word || /(^|\n)[ \t]*$/.test(bare.slice(0, from))
    // `and` within a line belongs to a larger condition, or to one that has a line of its own elsewhere.
    if (word === 'and' && !isFirst) return null
    const to = endOfCondition(bare, from + word!.length)
    // test/codebase.test.ts checks these in every statement, so each such mutant is killed.
    if (/^\w+ (\w+\.)?store_id = /.test(bare.slice(from, to))) return null
    return { kind: 'condition', from, to, replacement: word === 'and' ? '' : `${word} true` }
  })
  // Bounds on `now()` are skipped: no test can hit that exact moment.
  find(/ (<=|>=|<|>)(?= (?!now\b))/g, ([, sign], from) => ({
    ...{ kind: 'bound', from, to: from + sign!.length },
    replacement: sign!.length === 2 ? sign![0]! : `${sign}=`,
  }))
  find(/^[ \t]*for (?:no key )?update(?: of \w+)?( skip locked)?/gm, ([whole, skips], from) => {
    const to = from + whole.trimStart().length
    if (skips) found.push({ kind: 'lock', from: to - skips.length, to, replacement: '' })
    return { kind: 'lock', from, to, replacement: '' }
  })
  find(/^[ \t]*order by .*$/gm, ([whole], from) => wholeLine('order', whole, from))
  find(/^[ \t]*limit .*$/gm, ([whole], from) => wholeLine('limit', whole, from))
  find(/^[ \t]*on conflict .* do nothing[ \t]*$/gm, ([whole], from) => wholeLine('repeat', whole, from))
  found.push(...assignmentsOf(bare))
  return found
}

const wholeLine = (kind: Mutant['kind'], whole: string, from: number): Change => ({
  ...{ kind, from, to: from + whole.trim().length, replacement: '' },
})

/** The end of the line where every bracket is closed, or the position before a bracket that was opened earlier. */
function endOfCondition(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth < 0) return trimmed(text, from, at)
    if (text[at] === '\n' && depth === 0) return trimmed(text, from, at)
  }
  return trimmed(text, from, text.length)
}

const trimmed = (text: string, from: number, to: number) => from + text.slice(from, to).trimEnd().length

/** Each assignment of a `set` with several, except the time of the last change, which is only displayed. */
function assignmentsOf(text: string): Change[] {
  return [...text.matchAll(/^[ \t]*set /gm)].flatMap((match) => {
    const start = match.index + match[0].length
    const parts: { from: number; to: number }[] = []
    let depth = 0
    let from = start
    let at = start
    const isOver = () => depth <= 0 && /^\s*\n\s*(from|where|returning|\)|$)/.test(text.slice(at))
    for (; at < text.length && !isOver(); at++) {
      if (text[at] === '(') depth++
      if (text[at] === ')') depth--
      if (text[at] !== ',' || depth > 0) continue
      parts.push({ from, to: at + 1 })
      from = at + 1
    }
    parts.push({ from, to: at })
    if (parts.length < 2) return []
    return parts.flatMap((part, place) => {
      if (/^\s*updated_at = /.test(text.slice(part.from, part.to))) return []
      // The last one also removes the comma before it.
      const from = place === parts.length - 1 ? part.from - 1 : part.from
      return [{ kind: 'assignment' as const, from, to: part.to, replacement: '' }]
    })
  })
}
