/** Copies the migrations beside the compiled code, which looks for them there. */
import { cpSync, rmSync } from 'node:fs'

const source = new URL('../src/database/migrations/', import.meta.url)
const target = new URL('../dist/database/migrations/', import.meta.url)

rmSync(target, { recursive: true, force: true })
cpSync(source, target, { recursive: true })
