/** The rule that SQL is written in `domain/` and `database/` only: finds statements elsewhere, with file and line. */
import ts from 'typescript'
import { placeOf, type Source, walk } from './sources.ts'

/** The tag of a statement: `sql`, or a property such as `context.sql`, with or without a row type. */
const isHandle = (node: ts.Node) => /(?:^|\.)(?:sql|pool)$/.test(node.getText().replace(/<[\s\S]*$/, ''))

export function findSqlElsewhere(sources: Source[], mayContain: (path: string) => boolean): string[] {
  return sources
    .filter(({ path }) => !mayContain(path))
    .flatMap((source) => {
      const found: string[] = []
      walk(source.tree, (node) => {
        const isStatement = ts.isTaggedTemplateExpression(node) && isHandle(node.tag)
        const isRawText =
          ts.isCallExpression(node) &&
          ts.isPropertyAccessExpression(node.expression) &&
          node.expression.name.text === 'unsafe' &&
          isHandle(node.expression.expression)
        if (isStatement || isRawText) found.push(`${placeOf(source, node.getStart())} contains a statement`)
      })
      return found
    })
}
