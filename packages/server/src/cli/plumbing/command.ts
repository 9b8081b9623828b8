/** What a command of `heartbell` consists of: its arguments, flags, help, and reply. */
import type { Config } from '../settings/settings.ts'

export type Flag = {
  type: 'string' | 'boolean'
  /** The name of its value in the help. */
  value?: string
  what: string
  multiple?: boolean
}

export type Command = {
  /** What the user types after `heartbell`, such as `store key add`. */
  name: string
  what: string
  /** What follows the name, as the help shows it, and how many arguments that is. */
  usage?: string
  args?: { min: number; max: number }
  flags: Record<string, Flag>
  /** How it appears in the audit trail: as an action, or why it does not. */
  audit: 'act' | { notAnAct: string }
  examples: string[]
  run: (call: CommandCall) => Promise<CommandReply>
}

export type CommandCall = {
  args: string[]
  flag: (name: string) => string | undefined
  flags: (name: string) => string[]
  has: (name: string) => boolean
  /** Reads and checks the settings; a bad one is a usage error. */
  config: () => Config
}

/** The same reply twice: `text` for people, `data` for `--json`. A command that wrote its own output leaves `text` empty. */
export type CommandReply = { text: string; data: unknown; code?: number }

const everyFlag: Record<string, Flag> = {
  data: { type: 'string', value: 'FOLDER', what: 'the data folder (default .heartbell, or HEARTBELL_DATA)' },
  json: { type: 'boolean', what: 'print JSON, for scripts' },
  help: { type: 'boolean', what: 'show this help' },
}

/** A command may define one of them differently. */
export const flagsOf = ({ flags }: Command): Record<string, Flag> => ({ ...flags, ...everyFlag, ...flags })
