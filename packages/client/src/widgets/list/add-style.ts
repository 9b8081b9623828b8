/** Adds a style to the list that a file on demand draws into; once. */
import type { View } from './context.ts'

const sheets: Record<string, CSSStyleSheet> = {}

export function addStyle({ body }: Pick<View, 'body'>, text: string): void {
  if (!sheets[text]) {
    sheets[text] = new CSSStyleSheet()
    sheets[text].replaceSync(text)
  }
  const root = body.getRootNode() as ShadowRoot
  if (!root.adoptedStyleSheets.includes(sheets[text])) root.adoptedStyleSheets.push(sheets[text])
}
