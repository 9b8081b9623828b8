/**
 * Walks are lists of steps in docs/walks.md: a file, a function in it, what it does. The functions must exist, and each must be named
 * in the body of a function of an earlier step, so that a reader can follow the calls.
 */
import ts from 'typescript'
import { type Source, walk } from './sources.ts'

export type Step = {
  path: string
  name: string
  /** A new start: another process, or the database, calls this one. */
  isStart: boolean
}
export type Walk = { title: string; steps: Step[] }

const stepLine = /^\d+\. (\*\*Start\.\*\* )?`([\w/.-]+\.tsx?)` → `(\w+)`/

export function readWalks(document: string): Walk[] {
  return document
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const lines = part.split('\n')
      const steps = lines.flatMap((line) => {
        const [, start, path, name] = stepLine.exec(line) ?? []
        return path && name ? [{ path, name, isStart: start !== undefined }] : []
      })
      return { title: lines[0]!.trim(), steps }
    })
}

/** `find` gives a file of the project by the path that the document names. */
export function findBrokenSteps({ title, steps }: Walk, find: (path: string) => Source | null): string[] {
  const called = new Set<string>()
  return steps.flatMap(({ path, name, isStart }, index) => {
    const place = `${title}, step ${index + 1}: ${path} → ${name}`
    const source = find(path)
    if (!source) return [`${place}: there is no such file`]
    const body = findDefinition(source, name)
    if (!body) return [`${place}: the file does not define it`]
    const isReached = index === 0 || isStart || called.has(name)
    for (const used of identifiersIn(body)) called.add(used)
    return isReached ? [] : [`${place}: no earlier step calls it`]
  })
}

function findDefinition({ tree }: Source, name: string): ts.Node | null {
  let found: ts.Node | null = null
  walk(tree, (node) => {
    const isNamed =
      (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node) || ts.isMethodDeclaration(node)) &&
      node.name !== undefined &&
      ts.isIdentifier(node.name) &&
      node.name.text === name
    if (isNamed) found ??= node
  })
  return found
}

function identifiersIn(body: ts.Node): string[] {
  const names: string[] = []
  walk(body, (node) => {
    if (ts.isIdentifier(node)) names.push(node.text)
  })
  return names
}
