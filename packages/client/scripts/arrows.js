/** Turns the functions at the top of a module into constants with arrow functions, which take some bytes less each. */
import ts from 'typescript'

/** `this` and `arguments` mean something else in an arrow function; a class inside it has its own. */
const isPlain = (node) => {
  if (ts.isClassLike(node)) return true
  if (node.kind === ts.SyntaxKind.ThisKeyword || (ts.isIdentifier(node) && node.text === 'arguments')) return false
  return ts.forEachChild(node, (child) => (isPlain(child) ? undefined : 'not plain')) === undefined
}

export function arrowFunctions(text) {
  const tree = ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest, true)
  const edits = []
  for (const node of tree.statements) {
    if (!ts.isFunctionDeclaration(node) || !node.body || node.asteriskToken || !isPlain(node.body)) continue
    const isAsync = node.modifiers?.find(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
    const keyword = node.getChildren().find(({ kind }) => kind === ts.SyntaxKind.FunctionKeyword)
    const begin = (isAsync ?? keyword).getStart()
    edits.push([begin, node.name.end, `const ${node.name.text} = ${isAsync ? 'async ' : ''}`])
    edits.push([node.body.getStart(), node.body.getStart(), '=> '])
  }
  return edits.reduceRight((before, [begin, end, by]) => before.slice(0, begin) + by + before.slice(end), text)
}
