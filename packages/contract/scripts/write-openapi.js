/** Writes docs/openapi.json and the calls of docs/switching.md from the built contract; a test fails when one is stale. */
import { readFile, writeFile } from 'node:fs/promises'
import { updateCallTables } from '../dist/openapi/call-tables.js'
import { describeApi } from '../dist/openapi/openapi.js'

const docs = (name) => new URL(`../../../docs/${name}`, import.meta.url)
await writeFile(docs('openapi.json'), `${JSON.stringify(describeApi(), null, 2)}\n`)
await writeFile(docs('switching.md'), updateCallTables(await readFile(docs('switching.md'), 'utf8')))
