/** Exports and dependencies that nothing needs: what no program imports, and what only tests import. */
import ts from 'typescript'
import { fileOf, importsOf } from './imports.ts'
import { isTest, placeOf, type Source, walk, walkImports } from './sources.ts'

type Use = { file: string; name: string; by: string }

/** `import { a as b }` is a use of `a`, `import * as all` of each `all.a`, `import('./a.ts')` of everything in that file. */
function usesIn(source: Source): Use[] {
  const found: Use[] = []
  walkImports(source, (node) => {
    if (ts.isImportDeclaration(node)) found.push(...usesOfImport(source, node))
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && node.arguments[0])
      found.push(...use(source, node.arguments[0], '*'))
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      found.push(...use(source, node.argument.literal, node.qualifier?.getText() ?? '*'))
  })
  return found
}

function use(source: Source, specifier: ts.Node, name: string): Use[] {
  const file = ts.isStringLiteralLike(specifier) ? fileOf(source.path, specifier.text) : null
  return file ? [{ file, name, by: source.path }] : []
}

function usesOfImport(source: Source, node: ts.ImportDeclaration): Use[] {
  const bindings = node.importClause?.namedBindings
  if (!bindings) return []
  if (ts.isNamedImports(bindings))
    return bindings.elements.flatMap((one) => use(source, node.moduleSpecifier, (one.propertyName ?? one.name).text))
  const found: Use[] = []
  const all = bindings.name.text
  walk(source.tree, (inner) => {
    const isMember = ts.isPropertyAccessExpression(inner) && inner.expression.getText() === all
    if (isMember) found.push(...use(source, node.moduleSpecifier, inner.name.text))
    if (ts.isQualifiedName(inner) && inner.left.getText() === all)
      found.push(...use(source, node.moduleSpecifier, inner.right.text))
    // Passed on whole: everything in it counts as used.
    const isWhole = ts.isIdentifier(inner) && inner.text === all && !isMemberOrImport(inner)
    if (isWhole) found.push(...use(source, node.moduleSpecifier, '*'))
  })
  return found
}

const isMemberOrImport = ({ parent }: ts.Node) =>
  ts.isPropertyAccessExpression(parent) || ts.isQualifiedName(parent) || ts.isNamespaceImport(parent)

type Export = { name: string; at: string; isType: boolean }

function exportsOf(source: Source): Export[] {
  return source.tree.statements.flatMap((node) => {
    if (!ts.canHaveModifiers(node)) return []
    if (!ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
    const at = placeOf(source, node.getStart())
    if (ts.isVariableStatement(node))
      return node.declarationList.declarations.flatMap(({ name }) =>
        boundNames(name).map((name) => ({ name, at, isType: false })),
      )
    const { name } = node as ts.DeclarationStatement
    const isType = ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)
    return name ? [{ name: name.getText(), at, isType }] : []
  })
}

const boundNames = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((one) => (ts.isBindingElement(one) ? boundNames(one.name) : []))

/**
 * Exports of `code` that no other program imports. `users` are all files that may import them, tests included. A type may be exported
 * because an exported function mentions it; a function may be exported for its tests when its own file calls it.
 */
export function findUnusedExports(code: Source[], users: Source[], allowed: readonly string[] = []): string[] {
  const byProgram = new Set<string>()
  const byTest = new Set<string>()
  for (const source of users)
    for (const { file, name, by } of usesIn(source)) (isTest(by) ? byTest : byProgram).add(`${file} ${name}`)
  const isIn = (set: Set<string>, path: string, name: string) => set.has(`${path} ${name}`) || set.has(`${path} *`)
  return code.flatMap((source) =>
    exportsOf(source).flatMap(({ name, at, isType }) => {
      if (isIn(byProgram, source.path, name) || allowed.includes(`${source.path} ${name}`)) return []
      const isTested = isIn(byTest, source.path, name)
      if (countName(source, name) > 1)
        return isTested || isType ? [] : [`${at} exports ${name}, which no other file imports: do not export it`]
      return [`${at} exports ${name}, which ${isTested ? 'only tests use' : 'nothing uses'}: remove it`]
    }),
  )
}

function countName({ tree }: Source, name: string): number {
  let count = 0
  walk(tree, (node) => {
    if (ts.isIdentifier(node) && node.text === name) count++
  })
  return count
}

/** Dependencies that no file imports or names in a text, as for `require.resolve`. */
export function findUnusedDependencies(names: readonly string[], sources: Source[]): string[] {
  const imported = new Set(sources.flatMap((source) => importsOf(source).map(({ names }) => packageOf(names))))
  const isResolved = (name: string) =>
    sources.some(({ text }) => text.includes(`'${name}`) || text.includes(`\`${name}/`))
  return names.filter((name) => !imported.has(name) && !isResolved(name))
}

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
