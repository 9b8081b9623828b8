/** Rules about imports: only downwards, no imports between entry points, no circles, no barrels. */
import { posix } from 'node:path'
import ts from 'typescript'
import { placeOf, readText, type Source, walkImports } from './sources.ts'

/** A floor is a folder; `knows` are the folders it may import from, `packages` the packages it may use (default: all). */
export type Floor = { knows: readonly string[]; packages?: readonly string[] }
export type Plan = Readonly<Record<string, Floor>>

export type Import = { from: Source; at: string; names: string; file: string | null }

const knownImports = new WeakMap<Source, Import[]>()

/** Type imports count: a circle of types is a circle. */
export function importsOf(source: Source): Import[] {
  const found = knownImports.get(source) ?? findImports(source)
  knownImports.set(source, found)
  return found
}

function findImports(source: Source): Import[] {
  const found: Import[] = []
  const note = (node: ts.Expression | undefined) => {
    if (!node || !ts.isStringLiteralLike(node)) return
    found.push({
      from: source,
      at: placeOf(source, node.getStart()),
      names: node.text,
      file: fileOf(source.path, node.text),
    })
  }
  walkImports(source, (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) note(node.moduleSpecifier)
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) note(node.arguments[0])
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) note(node.argument.literal as ts.Expression)
  })
  return found
}

/** Null for packages from outside the repository. */
export function fileOf(importer: string, names: string): string | null {
  if (names.startsWith('.')) return posix.normalize(posix.join(posix.dirname(importer), names))
  const [, workspace, file] = /^@heartbell\/([^/]+)\/(.+)$/.exec(names) ?? []
  if (!file) return null
  const built = exportsOf(workspace!)[`./${file}`]
  return built
    ? posix.join(`packages/${workspace}`, built.replace('dist/', 'src/').replace(/js$/, 'ts'))
    : `packages/${workspace}/src/${file}.ts`
}

type Exports = Record<string, string | undefined>

const knownExports = new Map<string, Exports>()

function exportsOf(workspace: string): Exports {
  const exports =
    knownExports.get(workspace) ?? JSON.parse(readText(`packages/${workspace}/package.json`)).exports ?? {}
  knownExports.set(workspace, exports)
  return exports
}

const floorOf = (plan: Plan, path: string) =>
  Object.keys(plan)
    .filter((floor) => path.startsWith(`${floor}/`))
    .sort((a, b) => b.length - a.length)[0]

export function findForbiddenImports(sources: Source[], plan: Plan): string[] {
  return sources.flatMap((source) => {
    const floor = floorOf(plan, source.path)
    if (!floor) return [`${source.path}:1 is in no folder of the plan: add its folder`]
    return importsOf(source).flatMap((found) => judge(found, floor, plan))
  })
}

function judge({ at, names, file }: Import, floor: string, plan: Plan): string[] {
  const { knows, packages } = plan[floor]!
  if (file === null) {
    const allowed = packages === undefined || packages.some((name) => names === name || names.startsWith(`${name}/`))
    return allowed
      ? []
      : [`${at} imports ${names}: ${floor} may use only these packages: ${packages.join(', ') || 'none'}`]
  }
  const other = floorOf(plan, file)
  if (other === floor || (other && knows.includes(other))) return []
  return [`${at} imports ${file}: ${floor} may import ${knows.join(', ') || 'no other folder'}`]
}

/** Each circle once, with its path. */
export function findCircles(sources: Source[]): string[] {
  const ways = new Map(sources.map((source) => [source.path, importsOf(source)]))
  const done = new Set<string>()
  const circles: string[] = []
  const follow = (path: string, trail: string[]) => {
    for (const { at, file } of ways.get(path) ?? []) {
      if (file === null || done.has(file)) continue
      const start = trail.indexOf(file)
      if (start >= 0) circles.push(`${at} closes a circle: ${[...trail.slice(start), file].join(' → ')}`)
      else follow(file, [...trail, file])
    }
    done.add(path)
  }
  for (const path of ways.keys()) if (!done.has(path)) follow(path, [path])
  return circles
}

/** A barrel re-exports other files: by `export … from`, or by exporting what it imported. */
export function findBarrels(sources: Source[]): string[] {
  return sources.flatMap((source) => {
    const imported = importedNames(source)
    const found: string[] = []
    walkImports(source, (node) => {
      if (!ts.isExportDeclaration(node)) return
      const passedOn = node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : []
      const foreign = passedOn.find((name) => imported.has((name.propertyName ?? name.name).text))
      if (node.moduleSpecifier || foreign)
        found.push(`${placeOf(source, node.getStart())} re-exports another file: import it from there`)
    })
    return found
  })
}

function importedNames(source: Source): Set<string> {
  const names = new Set<string>()
  walkImports(source, (node) => {
    const clause = ts.isImportDeclaration(node) ? node.importClause : undefined
    if (clause?.name) names.add(clause.name.text)
    const bindings = clause?.namedBindings
    if (!bindings) return
    for (const { name } of ts.isNamedImports(bindings) ? bindings.elements : [bindings]) names.add(name.text)
  })
  return names
}
