/** `heartbell audit`: who did what in a store or in the installation, from every entry point. */
import { acts, describeAct } from '@heartbell/contract/acts'
import { type AuditEntry, readAudit, readInstallationAudit } from '../../domain/audit/read-audit.ts'
import type { Command } from '../plumbing/command.ts'
import { useNamedStore } from '../plumbing/open-store.ts'
import { useDatabase } from '../process/open-database.ts'
import { UsageError } from '../settings/usage-error.ts'

/** Maximum entries in one reply; --until asks for older ones. */
const most = 10_000

export const audit: Command = {
  name: 'audit',
  what: 'show who did what in a store, or with --installation what concerns no store, newest first',
  usage: '--store PID | --installation',
  flags: {
    store: { type: 'string', value: 'PID', what: 'the store' },
    installation: { type: 'boolean', what: 'sign-ins, created and deleted stores, commands on the whole installation' },
    since: { type: 'string', value: 'WHEN', what: 'only from then on: a date, a time, or an age such as 90m, 12h, 7d' },
    until: { type: 'string', value: 'WHEN', what: 'only before then' },
    who: {
      type: 'string',
      value: 'TEXT',
      what: 'only by these people or keys: part of a name, or the id of a user or key',
    },
    act: { type: 'string', value: 'ACT', what: 'only this action, such as key-added' },
  },
  audit: { notAnAct: 'only reads' },
  examples: [
    'heartbell audit --store <pid> --since 7d',
    'heartbell audit --store <pid> --act shopper-erased --json',
    'heartbell audit --installation --since 2026-11-01',
  ],
  run: async (call) => {
    const act = call.flag('act')
    if (act !== undefined && !Object.hasOwn(acts, act))
      throw new UsageError(`"${act}" is not an action. Actions are: ${Object.keys(acts).join(', ')}.`)
    const question = {
      limit: most,
      act,
      who: call.flag('who'),
      since: readMoment('since', call.flag('since')),
      until: readMoment('until', call.flag('until')),
    }
    const entries = call.has('installation')
      ? await useDatabase(call.config(), (sql) => readInstallationAudit(sql, question))
      : await useNamedStore(call, (sql, { storeId }) => readAudit(sql, storeId, question))
    return { data: entries, text: entries.map(write).join('\n') || 'No matching entries.' }
  },
}

const units: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

export function readMoment(flag: string, text: string | undefined, now = Date.now()): Date | undefined {
  if (text === undefined) return undefined
  const [, count, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  if (count && unit) return new Date(now - Number(count) * units[unit]!)
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text))) return new Date(text)
  throw new UsageError(
    `--${flag} must be a date such as 2026-11-01, a time such as 2026-11-01T08:00Z, or an age such as 7d, not "${text}".`,
  )
}

function write(entry: AuditEntry & { pid?: string | null }): string {
  const { happenedAt, userName, actorKind, actorAddress, actorAgent, act, facts, factsBefore, factsAfter, pid } = entry
  const from = [actorAddress, actorKind === 'command' ? actorAgent : null].filter(Boolean).join(' ')
  const changed = factsBefore || factsAfter ? `  ${JSON.stringify(factsBefore)} → ${JSON.stringify(factsAfter)}` : ''
  const where = pid ? `  [${pid}]` : ''
  return `${happenedAt.toISOString()}  ${userName}${from ? ` (${from})` : ''}: ${describeAct(act, facts)}${where}${changed}`
}
