/** One word, one meaning: a type's name is declared once in the server. */
import ts from 'typescript'
import { placeOf, type Source, walk } from './sources.ts'

/** Types of a file, local ones too. What a file adds to another package's types (`declare module`) is not its own. */
function typesOf(source: Source): { name: string; at: string }[] {
  const found: { name: string; at: string }[] = []
  const note = (node: ts.Node) => {
    const isType = ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)
    if (isType && node.name) found.push({ name: node.name.text, at: placeOf(source, node.getStart()) })
  }
  for (const statement of source.tree.statements) if (!ts.isModuleDeclaration(statement)) walk(statement, note)
  return found
}

/** Each repeated name once for each place it is declared. */
export function findRepeatedTypes(sources: Source[]): string[] {
  const places = new Map<string, string[]>()
  for (const { name, at } of sources.flatMap(typesOf)) places.set(name, [...(places.get(name) ?? []), at])
  return [...places].flatMap(([name, all]) =>
    all.length === 1
      ? []
      : all.map((at) => `${at} declares ${name}, as ${all.filter((other) => other !== at).join(' and ')} does`),
  )
}
