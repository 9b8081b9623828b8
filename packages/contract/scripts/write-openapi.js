/** Writes docs/openapi.json from the built contract; a test fails when the file is stale. */
import { writeFile } from 'node:fs/promises'
import { describeApi } from '../dist/openapi/openapi.js'

const file = new URL('../../../docs/openapi.json', import.meta.url)
await writeFile(file, `${JSON.stringify(describeApi(), null, 2)}\n`)
