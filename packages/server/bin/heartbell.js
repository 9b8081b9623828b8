#!/usr/bin/env node
/** The command `heartbell`. */
import { limitMemory } from '../dist/program/memory.js'

// Before anything else is loaded; serve and work let it grow again once they are ready.
if (['serve', 'work'].includes(process.argv[2])) limitMemory()

const { main } = await import('../dist/program/main.js')
process.exitCode = await main(process.argv.slice(2))
