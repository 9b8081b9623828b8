/** The pieces of code in docs/install.md, by the word after their language: what the document says is what the tests run. */
import { readText } from '../codebase/sources.ts'
import type { Shop } from './shop.ts'

const found = [...readText('docs/install.md').matchAll(/^```(\w*)(?: ([\w-]+))?\n([\s\S]*?)^```$/gm)].map(
  ([, language, label, text]) => ({
    language: language!,
    label: label ?? `(no label) ${text!.slice(0, 40)}`,
    text: text!,
  }),
)

const used = new Set<string>()

/** With the address and the pid of a running shop in place of the document's. */
export function snippet(label: string, { url, store }: Pick<Shop, 'url' | 'store'>): string {
  const one = found.find((candidate) => candidate.label === label)
  if (!one) throw new Error(`docs/install.md has no piece of code called ${label}.`)
  used.add(label)
  return one.text.replaceAll('https://wishes.example', url).replaceAll(/\bPID\b/g, store.pid)
}

/** Those that no test ran. */
export const unusedSnippets = () => found.map(({ label }) => label).filter((label) => !used.has(label))
