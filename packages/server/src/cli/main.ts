/** The command line: finds the command, runs it, prints its reply and returns its exit code. */
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
import { storePauseCommands } from './commands/store/store-pause.ts'
import { storeReleaseCommands } from './commands/store/store-release.ts'
import { storeSecretCommands } from './commands/store/store-secret.ts'
import { work } from './commands/work.ts'
import { type Command, type CommandCall, flagsOf } from './plumbing/command.ts'
import { explainFileProblem } from './plumbing/explain-file-problem.ts'
import { writeCommandHelp, writeHelp } from './plumbing/help.ts'
import { printableJson } from './plumbing/printable.ts'
import { readVersion } from './plumbing/version.ts'
import { readConfig } from './settings/settings.ts'
import { UsageError } from './settings/usage-error.ts'

export const commands: Command[] = [
  serve,
  work,
  dashboard,
  migrateCommand,
  ...storeCommands,
  ...storeConnectionCommands,
  ...storeKeyCommands,
  ...storeSecretCommands,
  ...storePauseCommands,
  ...storeReleaseCommands,
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
export type ProcessStreams = { env: NodeJS.ProcessEnv; stdout: Output; stderr: Output }

/** Returns the exit code: 0 on success, 1 on failure, 2 for a usage error. */
export async function main(args: string[], { env, stdout, stderr }: ProcessStreams = process): Promise<number> {
  try {
    const { text, code } = await answer(args, env)
    if (text) stdout.write(`${text}\n`)
    return code
  } catch (error) {
    const wrong = error instanceof UsageError
    stderr.write(`${wrong ? error.sentences.join('\n') : writeProblem(error, env)}\n`)
    return wrong ? 2 : 1
  }
}

async function answer(args: string[], env: NodeJS.ProcessEnv): Promise<{ text: string; code: number }> {
  const [first = '--help', ...rest] = args
  if (first === '--version' || first === '-v') return { text: await readVersion(), code: 0 }
  if (first === '--help' || first === '-h' || first === 'help') return { text: await writeHelpOn(rest), code: 0 }
  const command = findCommand(args)
  if (!command) return { text: writeGroup(args), code: 0 }
  const call = readCall(command, args.slice(command.name.split(' ').length), env)
  if (call.has('help')) return { text: writeCommandHelp([command]), code: 0 }
  const { text, data, code = 0 } = await command.run(call)
  return { text: call.has('json') ? printableJson(data) : text, code }
}

async function writeHelpOn(words: string[]): Promise<string> {
  if (words.length === 0) return writeHelp(commands, await readVersion())
  const found = findGroup(words)
  if (found.length === 0) throw unknownCommand(words)
  return writeCommandHelp(found)
}

const findGroup = (words: string[]) => commands.filter(({ name }) => `${name} `.startsWith(`${words.join(' ')} `))

/** The longest command name that the arguments start with: `store key add` before `store`. */
function findCommand(args: string[]): Command | undefined {
  const line = `${args.join(' ')} `
  return commands.filter(({ name }) => line.startsWith(`${name} `)).sort((a, b) => b.name.length - a.name.length)[0]
}

/** An incomplete name such as `store`: help with --help, otherwise a usage error. */
function writeGroup(args: string[]): string {
  const words = args.slice(0, args.findIndex((word) => word.startsWith('-')) >>> 0)
  const group = words.length > 0 ? findGroup(words) : []
  if (group.length === 0) throw unknownCommand(words.length > 0 ? words : args)
  if (args.includes('--help')) return writeCommandHelp(group)
  throw new UsageError(
    `heartbell ${words.join(' ')} is incomplete. Commands are: ${group.map(({ name }) => name).join(', ')}.`,
  )
}

const unknownCommand = (words: string[]) =>
  new UsageError(`Unknown command "${words.join(' ')}". heartbell help lists all commands.`)

function readCall(command: Command, args: string[], env: NodeJS.ProcessEnv): CommandCall {
  const options = flagsOf(command)
  const { values, positionals } = parseFlags(command, args, options)
  const { min, max } = command.args ?? { min: 0, max: 0 }
  const wanted = `heartbell ${command.name}${command.usage ? ` ${command.usage}` : ''}`
  if (!values.help && positionals.length < min) throw new UsageError(`An argument is missing: ${wanted}`)
  if (positionals.length > max) throw new UsageError(`Unexpected argument "${positionals[max]}": ${wanted}`)
  const flag = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined)
  return {
    args: positionals,
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
    const problem = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? 'is unknown' : 'is used incorrectly'
    throw new UsageError(`${flag} ${problem}. See heartbell help ${command.name}`)
  }
}

/** Expected errors need only their message; LOG_LEVEL=debug shows the stack. */
function writeProblem(error: unknown, env: NodeJS.ProcessEnv): string {
  if (!(error instanceof Error)) return String(error)
  const detailed = env.LOG_LEVEL === 'debug' || env.LOG_LEVEL === 'trace'
  if (detailed) return error.stack ?? error.message
  return explainFileProblem(error) ?? (error.message || String((error as NodeJS.ErrnoException).code))
}
