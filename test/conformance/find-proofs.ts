/** Which test proves which statement: read from `// proves ID, ID` in the lines above a test. */
import ts from 'typescript'

/** A test that names a statement. `title` has the titles of the surrounding describe blocks before it. */
export type Proof = { id: string; path: string; title: string }
export type Proofs = { proofs: Proof[]; mistakes: string[] }

const marker = /^[ \t]*\/\/ proves\b(.*)$/gm
const idForm = /^[SC]\d+(\.\d+)?\.[a-zA-Z0-9_-]+$/

export function findProofs(files: { path: string; text: string }[], known: ReadonlySet<string>): Proofs {
  const proofs: Proof[] = []
  const mistakes: string[] = []
  for (const { path, text } of files) {
    if (!text.includes('// proves')) continue
    const { tests, texts } = readTree(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
    for (const { index, 1: ids } of text.matchAll(marker)) {
      if (texts.some(({ pos, end }) => pos <= index && index < end)) continue
      const line = text.slice(0, index).split('\n').length
      const place = `${path}:${line}`
      const named = tests.find((found) => found.from <= index && index < found.start)
      if (named === undefined) mistakes.push(`${place} is not directly above a test`)
      else if (!named.runs) mistakes.push(`${place} is above a test that is skipped`)
      for (const id of ids!.split(',').map((part) => part.trim())) {
        if (!idForm.test(id) || !known.has(id)) mistakes.push(`${place} names an unknown statement: ${id}`)
        else if (named?.runs) proofs.push({ id, path, title: named.title })
      }
    }
  }
  return { proofs, mistakes }
}

/** `from` is where the comments above the test begin, `start` where the test begins. */
type FoundTest = { from: number; start: number; title: string; runs: boolean }

/** The tests of a file, and its template texts, in which nothing is a comment. */
function readTree(tree: ts.SourceFile): { tests: FoundTest[]; texts: ts.Node[] } {
  const tests: FoundTest[] = []
  const texts: ts.Node[] = []
  const visit = (node: ts.Node, titles: string[], runs: boolean) => {
    if (ts.isTemplateLiteralToken(node)) texts.push(node)
    const call = readCall(node)
    if (call?.word === 'test') {
      const title = [...titles, call.title].join(' › ')
      tests.push({ from: node.getFullStart(), start: node.getStart(), title, runs: runs && call.runs })
    }
    const inside = call?.word === 'describe' ? [...titles, call.title] : titles
    ts.forEachChild(node, (child) => visit(child, inside, runs && (call?.runs ?? true)))
  }
  visit(tree, [], true)
  return { tests, texts }
}

/** Reads a statement `test('…', …)`, `test.each(…)('…', …)` or `describe('…', …)`. */
function readCall(node: ts.Node): { word: 'test' | 'describe'; title: string; runs: boolean } | undefined {
  if (!ts.isExpressionStatement(node) || !ts.isCallExpression(node.expression)) return undefined
  const [first] = node.expression.arguments
  const [word, runs] = readCallee(node.expression.expression)
  if (first === undefined || (word !== 'test' && word !== 'describe')) return undefined
  const title = ts.isStringLiteralLike(first) ? first.text : first.getText().replace(/^`|`$/g, '')
  return { word, title, runs }
}

/** The word at the start of `test.skip` or `test.each(…)`, and whether the test always runs. */
function readCallee(callee: ts.Expression): [word: string, runs: boolean] {
  if (ts.isIdentifier(callee)) return [callee.text, true]
  if (ts.isCallExpression(callee)) return readCallee(callee.expression)
  if (!ts.isPropertyAccessExpression(callee)) return ['', false]
  const [word, runs] = readCallee(callee.expression)
  return [word, runs && !/^(skip|todo|skipIf|runIf|fails)$/.test(callee.name.text)]
}
