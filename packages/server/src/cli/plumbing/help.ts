/** The help of `heartbell`, generated from the commands. */
import { type Command, type Flag, flagsOf } from './command.ts'

const settings = `Settings come from the environment: PORT, HOST, HEARTBELL_DATA, DATABASE_URL, HEARTBELL_PROCESSES,
HEARTBELL_DRAIN, HEARTBELL_SECRET, HEARTBELL_PUBLIC_URL, HEARTBELL_MAIL_URL, HEARTBELL_SMS_URL, HEARTBELL_SLOW,
REDIS_URL, HEARTBELL_CITUS, LOG_LEVEL, TRUST_PROXY. Flags override them.`

export function writeHelp(commands: Command[], version: string): string {
  const lines = commands.map((command) => [writeCall(command), command.what] as const)
  return [
    `Heartbell ${version}: wishlists and back-in-stock alerts for any online store`,
    '',
    'Commands',
    ...writeColumns(lines),
    '',
    settings,
    '',
    'Examples',
    ...commands.map(({ examples }) => `  ${examples[0]}`),
    '',
    'heartbell help <command> explains one command.',
  ].join('\n')
}

/** One command, or all with the same first word. */
export function writeCommandHelp(commands: Command[]): string {
  return commands.map(writeOne).join('\n\n')
}

function writeOne(command: Command): string {
  const flags = Object.entries(flagsOf(command))
  return [
    `heartbell ${writeCall(command)}`,
    `  ${command.what}`,
    '',
    ...writeColumns(flags.map(([name, flag]) => [writeFlag(name, flag), flag.what] as const)),
    '',
    'Examples',
    ...command.examples.map((example) => `  ${example}`),
  ].join('\n')
}

const writeCall = ({ name, usage }: Command) => (usage ? `${name} ${usage}` : name)

const writeFlag = (name: string, { value, multiple }: Flag) =>
  `--${name}${value ? ` ${value}` : ''}${multiple ? ' …' : ''}`

function writeColumns(rows: (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`)
}
