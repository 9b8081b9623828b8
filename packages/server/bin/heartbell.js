#!/usr/bin/env node
/** The command `heartbell`. */
import { main } from '../dist/cli/main.js'

process.exitCode = await main(process.argv.slice(2))
