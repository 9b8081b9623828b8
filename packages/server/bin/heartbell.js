#!/usr/bin/env node
/** The command `heartbell`. */
import { saveMemory } from '../dist/program/memory.js'

// Before anything else is loaded; these two spend it again once they are ready.
if (['serve', 'work'].includes(process.argv[2])) saveMemory()

const { main } = await import('../dist/program/main.js')
process.exitCode = await main(process.argv.slice(2))
