/** The storefront's files: built anew by the client's own build, and served from the disk without caching. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'

const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', json: 'application/json' }

/** Returns why it failed; the files of before stay then. */
export async function buildStorefront(root: string): Promise<string | null> {
  const script = join(root, 'packages/client/scripts/build.js')
  return await promisify(execFile)(process.execPath, [script]).then(
    () => null,
    (error: { stderr?: string; message: string }) => withoutStack(error.stderr || error.message),
  )
}

/** The compiler's message comes first; then Node.js shows where in esbuild the error was thrown. */
const withoutStack = (text: string) => text.split(/^\S+\/esbuild\/lib\/main\.js:/m)[0]!

/**
 * Answers `/client/VERSION/FILE`, and returns false for any other path. The server reads these files once and lets
 * browsers cache them for a year.
 */
export function sendStorefront(root: string, path: string, response: ServerResponse): boolean {
  const [, file] = /^\/client\/[\w.-]+\/([\w-]+\.(?:js|css|json))$/.exec(path) ?? []
  const body = file && readIfThere(join(root, 'packages/client/dist/script', file))
  if (!body) return false
  response.writeHead(200, {
    'content-type': `${types[file.split('.').at(-1)!]}; charset=utf-8`,
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  })
  response.end(body)
  return true
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}
