/** The operator's door: finds the command that was typed, runs it, prints its answer and gives its exit code. */
import { parseArgs } from 'node:util'
import { audit } from './commands/audit.ts'
import { backup, restore } from './commands/backup.ts'
import { bench } from './commands/bench.ts'
import { dashboard } from './commands/dashboard.ts'
import { doctor } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { importCommand } from './commands/import/import.ts'
import { maintenance } from './commands/maintenance.ts'
import { migrateCommand } from './commands/migrate.ts'
import { privacyCommands } from './commands/privacy.ts'
import { secretRotate } from './commands/secret-rotate.ts'
import { serve } from './commands/serve.ts'
import { storeCommands } from './commands/store/store.ts'
import { storeConnectionCommands } from './commands/store/store-connections.ts'
import { storeDelete } from './commands/store/store-delete.ts'
import { storeKeyCommands } from './commands/store/store-key.ts'
import { storeSleepCommands } from './commands/store/store-pause.ts'
import { storeSecretCommands } from './commands/store/store-secret.ts'
import { work } from './commands/work.ts'
import { type Call, type Command, flagsOf } from './plumbing/command.ts'
import { writeCommandHelp, writeHelp } from './plumbing/help.ts'
import { readVersion } from './plumbing/version.ts'
import { readConfig } from './settings/config.ts'
import { WrongCall } from './settings/usage-error.ts'

export const commands: Command[] = [
  serve,
  work,
  dashboard,
  migrateCommand,
  ...storeCommands,
  ...storeConnectionCommands,
  ...storeKeyCommands,
  ...storeSecretCommands,
  ...storeSleepCommands,
  storeDelete,
  importCommand,
  exportCommand,
  backup,
  restore,
  ...privacyCommands,
  audit,
  secretRotate,
  doctor,
  maintenance,
  bench,
]

type Output = { write: (text: string) => unknown }
export type World = { env: NodeJS.ProcessEnv; stdout: Output; stderr: Output }

/** Gives the exit code: 0 when done, 1 when it failed, 2 when the call was wrong. */
export async function main(args: string[], { env, stdout, stderr }: World = process): Promise<number> {
  try {
    const { text, code } = await answer(args, env)
    if (text) stdout.write(`${text}\n`)
    return code
  } catch (error) {
    const wrong = error instanceof WrongCall
    stderr.write(`${wrong ? error.sentences.join('\n') : writeProblem(error, env)}\n`)
    return wrong ? 2 : 1
  }
}

async function answer(args: string[], env: NodeJS.ProcessEnv): Promise<{ text: string; code: number }> {
  const [first = '--help', ...rest] = args
  if (first === '--version') return { text: await readVersion(), code: 0 }
  if (first === '--help' || first === 'help') return { text: await writeHelpOn(rest), code: 0 }
  const command = findCommand(args)
  if (!command) return { text: writeGroup(args), code: 0 }
  const call = readCall(command, args.slice(command.name.split(' ').length), env)
  if (call.has('help')) return { text: writeCommandHelp([command]), code: 0 }
  const { text, data, code = 0 } = await command.run(call)
  return { text: call.has('json') ? JSON.stringify(data) : text, code }
}

async function writeHelpOn(words: string[]): Promise<string> {
  if (words.length === 0) return writeHelp(commands, await readVersion())
  const found = findGroup(words)
  if (found.length === 0) throw unknownCommand(words)
  return writeCommandHelp(found)
}

const findGroup = (words: string[]) => commands.filter(({ name }) => `${name} `.startsWith(`${words.join(' ')} `))

/** The longest name that the words begin with: `store key add` before `store`. */
function findCommand(args: string[]): Command | undefined {
  const line = `${args.join(' ')} `
  return commands.filter(({ name }) => line.startsWith(`${name} `)).sort((a, b) => b.name.length - a.name.length)[0]
}

/** Half a name, such as `store`: with --help it is a question, otherwise a wrong call. */
function writeGroup(args: string[]): string {
  const words = args.slice(0, args.findIndex((word) => word.startsWith('-')) >>> 0)
  const group = words.length > 0 ? findGroup(words) : []
  if (group.length === 0) throw unknownCommand(words.length > 0 ? words : args)
  if (args.includes('--help')) return writeCommandHelp(group)
  throw new WrongCall(`heartbell ${words.join(' ')} needs more: ${group.map(({ name }) => name).join(', ')}.`)
}

const unknownCommand = (words: string[]) =>
  new WrongCall(`There is no command "${words.join(' ')}"; heartbell help lists them.`)

function readCall(command: Command, args: string[], env: NodeJS.ProcessEnv): Call {
  const options = flagsOf(command)
  const { values, positionals } = parseFlags(command, args, options)
  const { least, most } = command.words ?? { least: 0, most: 0 }
  const wanted = `heartbell ${command.name}${command.takes ? ` ${command.takes}` : ''}`
  if (!values.help && positionals.length < least) throw new WrongCall(`Something is missing: write ${wanted}.`)
  if (positionals.length > most) throw new WrongCall(`"${positionals[most]}" is too much: write ${wanted}.`)
  const flag = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined)
  return {
    words: positionals,
    flag,
    flags: (name) => [values[name] ?? []].flat().map(String),
    has: (name) => values[name] === true,
    config: () => readConfig(env, flag),
  }
}

function parseFlags(command: Command, args: string[], options: Command['flags']) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const flag = /'(-[^' ]+)/.exec(message)?.[1]
    const problem = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? 'is not known' : 'is not used like that'
    throw new WrongCall(`${flag} ${problem}; heartbell help ${command.name} shows what is.`)
  }
}

/** A sentence is enough for what we foresaw; LOG_LEVEL=debug shows where anything came from. */
function writeProblem(error: unknown, env: NodeJS.ProcessEnv): string {
  if (!(error instanceof Error)) return String(error)
  const detailed = env.LOG_LEVEL === 'debug' || env.LOG_LEVEL === 'trace'
  return detailed ? (error.stack ?? error.message) : error.message || String((error as NodeJS.ErrnoException).code)
}
