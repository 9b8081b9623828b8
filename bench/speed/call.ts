/** The command line of the benchmark. */
import { parseArgs } from 'node:util'
import type { Pace } from './rows/row.ts'

/** A usage error: a message, and exit code 2. */
export class UsageError extends Error {}

export type Flags = {
  only: string[]
  json: string | undefined
  html: string | undefined
  peers: { name: string; url: URL }[]
  /** Medusa's publishable key. */
  medusaKey: string | undefined
  pace: Pace
  help: boolean
}

export function readFlags(args: string[], env: NodeJS.ProcessEnv): Flags {
  const values = parse(args)
  const quick = values.quick === true
  const usual = quick ? { rounds: 1, seconds: 1 } : { rounds: 7, seconds: 5 }
  return {
    only: values.only ?? [],
    json: values.json,
    html: values.html,
    peers: (values.peer ?? []).map(readPeer),
    medusaKey: values['medusa-key'] ?? env.MEDUSA_PUBLISHABLE_KEY,
    pace: {
      clients: 32,
      rounds: readCount('rounds', values.rounds) ?? usual.rounds,
      seconds: readCount('seconds', values.seconds) ?? usual.seconds,
      quick,
      items: readCount('items', values.items, 8),
    },
    help: values.help === true,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        quick: { type: 'boolean' },
        only: { type: 'string', multiple: true },
        json: { type: 'string' },
        html: { type: 'string' },
        peer: { type: 'string', multiple: true },
        'medusa-key': { type: 'string' },
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        items: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function readCount(name: string, said: string | undefined, digits = 4): number | undefined {
  if (said === undefined) return undefined
  if (!/^[1-9]\d*$/.test(said) || said.length > digits)
    throw new UsageError(`--${name} must be a whole number from 1, not "${said}".`)
  return Number(said)
}

/** Only on this machine: over a network it is no comparison, and other people's servers must not get load. */
function readPeer(said: string): Flags['peers'][number] {
  const [, name, address = ''] = /^([a-z]+)=(.+)$/.exec(said) ?? []
  const url = URL.canParse(address) ? new URL(address) : null
  if (!name || url?.protocol !== 'http:')
    throw new UsageError(`--peer is written NAME=URL, such as medusa=http://127.0.0.1:9000, not "${said}".`)
  if (!/^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(url.hostname))
    throw new UsageError(`A peer must run on this machine, to be measured alike: ${url.hostname} is another.`)
  return { name, url }
}
