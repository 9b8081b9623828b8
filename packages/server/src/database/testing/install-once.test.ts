import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { transformSync } from 'esbuild'
import { expect, test } from 'vitest'

/** Each process logs that it installs, takes a while, and creates the file; two at once would both log it. */
const script = `
  import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
  import { installOnce } from './install.js'
  const [log, thing] = process.argv.slice(2)
  const done = installOnce(() => existsSync(thing), () => {
    appendFileSync(log, 'installed\\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    writeFileSync(thing, '')
  })
  console.log(done)
`

test('processes that need the same program install it once, and all of them find it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'heartbell-install-'))
  const [log, thing] = [join(folder, 'log'), join(folder, 'thing')]
  const source = readFileSync(new URL('install-once.ts', import.meta.url), 'utf8')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'install.js'), transformSync(source, { loader: 'ts' }).code)
  writeFileSync(join(folder, 'main.js'), script)
  const run = () => promisify(execFile)(process.execPath, [join(folder, 'main.js'), log, thing])
  const outputs = await Promise.all([run(), run(), run()])
  expect(outputs.map(({ stdout }) => stdout.trim())).toEqual(['true', 'true', 'true'])
  expect(readFileSync(log, 'utf8')).toBe('installed\n')
  expect(existsSync(thing)).toBe(true)
  rmSync(folder, { recursive: true })
})
