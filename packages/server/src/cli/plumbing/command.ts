/** What a command of `heartbell` is made of: its words, its flags, its help, and what it answers. */
import type { Config } from '../settings/config.ts'

export type Flag = {
  type: 'string' | 'boolean'
  /** How its value is called in the help. */
  value?: string
  what: string
  multiple?: boolean
}

export type Command = {
  /** What is typed after `heartbell`: `store key add`. */
  name: string
  what: string
  /** What follows the name, as the help shows it, and how many words that is. */
  takes?: string
  words?: { least: number; most: number }
  flags: Record<string, Flag>
  /** How it is accounted for in the audit trail: as an act, or why it is none. */
  audit: 'act' | { notAnAct: string }
  examples: string[]
  run: (call: Call) => Promise<Reply>
}

export type Call = {
  words: string[]
  flag: (name: string) => string | undefined
  flags: (name: string) => string[]
  has: (name: string) => boolean
  /** Reads and checks the settings; a bad one is a wrong call. */
  config: () => Config
}

/** The same answer twice: `text` for people, `data` for `--json`. A command that has spoken itself leaves `text` empty. */
export type Reply = { text: string; data: unknown; code?: number }

const everyFlag: Record<string, Flag> = {
  data: { type: 'string', value: 'FOLDER', what: 'where the data lies (default .heartbell, or HEARTBELL_DATA)' },
  json: { type: 'boolean', what: 'answer as JSON, for scripts' },
  help: { type: 'boolean', what: 'show this help' },
}

/** A command may mean something of its own by one of them. */
export const flagsOf = ({ flags }: Command): Record<string, Flag> => ({ ...flags, ...everyFlag, ...flags })
