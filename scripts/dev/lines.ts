/** What `npm run dev` prints: one line for each change, with the time, the part and the file. */
import { relative } from 'node:path'

export type Part = 'server' | 'dashboard' | 'storefront'

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function say(part: Part, text: string): void {
  const time = new Date().toTimeString().slice(0, 8)
  print(`${time}  ${part.padEnd(12)}${text}`)
}

/** `packages/server/src/a.ts`, or `packages/server/src/a.ts and 3 more files`. */
export function nameFiles(root: string, files: string[]): string {
  const first = relative(root, files[0]!)
  const others = files.length - 1
  if (others === 0) return first
  return `${first} and ${others} more file${others === 1 ? '' : 's'}`
}

export const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`
