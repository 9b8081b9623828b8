/**
 * `sql<Row[]>` says which fields a statement returns, and TypeScript believes it. A renamed field whose column or alias keeps the old
 * name is undefined at run time, so every required field must occur as a column name in the file or in a file that it imports.
 */
import { posix } from 'node:path'
import ts from 'typescript'
import { parseSource, placeOf, type Source, walk } from './sources.ts'

/** What row types use of TypeScript's own library; reading all of it would take longer than the check. */
const library = parseSource(
  'lib.d.ts',
  `interface Array<T> { readonly [n: number]: T; length: number }
  interface Date {}
  interface Buffer {}
  type Partial<T> = { [P in keyof T]?: T[P] }
  type Required<T> = { [P in keyof T]-?: T[P] }
  type Readonly<T> = { readonly [P in keyof T]: T[P] }
  type Pick<T, K extends keyof T> = { [P in K]: T[P] }
  type Record<K extends string | number | symbol, T> = { [P in K]: T }
  type Exclude<T, U> = T extends U ? never : T
  type Extract<T, U> = T extends U ? T : never
  type Omit<T, K extends string | number | symbol> = Pick<T, Exclude<keyof T, K>>
  type NonNullable<T> = T & {}`,
)

/** `claimedAt` is the column `claimed_at`. */
const columnOf = (field: string) => field.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`)

export function findUnreadFields(sources: Source[]): string[] {
  const byPath = new Map([library, ...sources].map((source) => [source.path, source]))
  const checker = makeProgram(byPath).getTypeChecker()
  return sources.flatMap((source) => {
    const found: string[] = []
    const reached = textWithImports(source, byPath)
    walk(source.tree, (node) => {
      if (!isTypedStatement(node)) return
      const row = checker.getIndexTypeOfType(checker.getTypeFromTypeNode(node.typeArguments![0]!), ts.IndexKind.Number)
      if (!row) found.push(`${placeOf(source, node.getStart())} has a row type that can't be read`)
      for (const field of row?.getProperties() ?? []) {
        const isOptional = (field.flags & ts.SymbolFlags.Optional) !== 0
        if (isOptional || new RegExp(`\\b${columnOf(field.name)}\\b`).test(reached)) continue
        found.push(`${placeOf(source, node.getStart())} returns no column ${columnOf(field.name)} for ${field.name}`)
      }
    })
    return found
  })
}

const isTypedStatement = (node: ts.Node): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql' && node.typeArguments?.length === 1

/** Columns may come from a fragment of another file. */
function textWithImports({ path, text }: Source, byPath: Map<string, Source>): string {
  const imported = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, file]) =>
    posix.normalize(posix.join(posix.dirname(path), file!)),
  )
  return [text, ...imported.flatMap((file) => byPath.get(file)?.text ?? [])].join('\n')
}

/** From the trees that are parsed already; packages from outside are not resolved, no row needs them. */
function makeProgram(byPath: Map<string, Source>): ts.Program {
  const host: ts.CompilerHost = {
    getSourceFile: (path) => byPath.get(path)?.tree,
    getDefaultLibFileName: () => 'lib.d.ts',
    writeFile: () => {},
    getCurrentDirectory: () => '',
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (path) => byPath.has(path),
    readFile: (path) => byPath.get(path)?.text,
    resolveModuleNameLiterals: (literals, importer) =>
      literals.map(({ text }) => {
        const file = posix.normalize(posix.join(posix.dirname(importer), text))
        const isOurs = text.startsWith('.') && byPath.has(file)
        return { resolvedModule: isOurs ? { resolvedFileName: file, extension: ts.Extension.Ts } : undefined }
      }),
  }
  const options = { noLib: true, strict: true, allowImportingTsExtensions: true, noEmit: true }
  return ts.createProgram([...byPath.keys()], options, host)
}
