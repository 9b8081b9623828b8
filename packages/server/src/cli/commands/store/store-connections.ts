/** `heartbell store connect`: a store's integrations. Secrets are accepted and never shown. */
import { Refusal } from '@heartbell/contract/errors'
import { integrationSaved } from '../../../domain/integrations/audit-integrations.ts'
import { hookPath } from '../../../domain/integrations/hook-addresses.ts'
import { integrationTypes } from '../../../domain/integrations/integration-types/all-types.ts'
import { kindOf, showValues } from '../../../domain/integrations/integration-values.ts'
import {
  connectIntegration,
  disconnectIntegration,
  findIntegration,
  type Integration,
  listIntegrations,
} from '../../../domain/integrations/integrations.ts'
import { actOnStore } from '../../plumbing/audited-command.ts'
import type { Command } from '../../plumbing/command.ts'
import { useStore } from '../../plumbing/open-store.ts'
import { UsageError } from '../../settings/usage-error.ts'

const connect: Command = {
  name: 'store connect',
  what: `connect a store to ${[...integrationTypes.keys()].join(', ')}; without settings, list the available settings`,
  usage: '<pid> <kind> [key=value …]',
  args: { min: 2, max: 100 },
  flags: { off: { type: 'boolean', what: 'store the connection but do not use it' } },
  audit: 'act',
  examples: [
    'heartbell store connect <pid> smtp host=mail.shop.example user=shop password=… from=hello@shop.example',
    'heartbell store connect <pid> twilio',
  ],
  run: async (call) => {
    const kind = asCall(() => kindOf(call.args[1]!))
    const pairs = call.args.slice(2).map(readPair)
    if (pairs.length === 0 && !call.has('off')) return { data: Object.keys(kind.fields), text: writeFields(kind.kind) }
    const connection = { kind: kind.kind, values: Object.fromEntries(pairs), enabled: !call.has('off') }
    const made = await actOnStore(call, async (sql, store, vault) => {
      const before = await findIntegration(sql, vault, store.storeId, kind.kind)
      const answer = await connectIntegration(sql, vault, store, connection)
      return { answer, act: integrationSaved(before, answer, Object.keys(connection.values)) }
    }).catch(rethrow)
    return { data: show(made), text: write(made) }
  },
}

const disconnect: Command = {
  name: 'store disconnect',
  what: 'remove a connection of a store and its secrets',
  usage: '<pid> <kind>',
  args: { min: 2, max: 2 },
  flags: {},
  audit: 'act',
  examples: ['heartbell store disconnect <pid> smtp'],
  run: async (call) => {
    const { kind } = asCall(() => kindOf(call.args[1]!))
    const isGone = await actOnStore(call, async (sql, { storeId }) => {
      const answer = await disconnectIntegration(sql, storeId, kind)
      return { answer, act: answer ? { act: 'integration-removed', facts: { kind } } : null }
    })
    return {
      data: { kind, disconnected: isGone },
      text: isGone ? `${kind} is disconnected.` : `${kind} was not connected.`,
    }
  },
}

const list: Command = {
  name: 'store connections',
  what: 'list the connections of a store',
  usage: '<pid>',
  args: { min: 1, max: 1 },
  flags: {},
  audit: { notAnAct: 'only reads' },
  examples: ['heartbell store connections <pid>'],
  run: async (call) => {
    const all = await useStore(call, (sql, { storeId }, vault) => listIntegrations(sql, vault, storeId))
    return { data: all.map(show), text: all.map(write).join('\n\n') || 'The store has no connections.' }
  },
}

export const storeConnectionCommands = [connect, disconnect, list]

const show = (one: Integration) => ({
  kind: one.kind,
  enabled: one.enabled,
  settings: showValues(one.kind, one.values),
  ...(integrationTypes.get(one.kind)?.hook && { hookPath: hookPath(one) }),
})

function write(one: Integration): string {
  const { kind, enabled, settings, hookPath: path } = show(one)
  const lines = Object.entries(settings).map(([name, value]) => `  ${name}=${value}`)
  return [`${kind}${enabled ? '' : ' (off)'}`, ...lines, ...(path ? [`  webhook path: ${path}`] : [])].join('\n')
}

function writeFields(name: string): string {
  const { fields, what } = kindOf(name)
  const lines = Object.entries(fields).map(([field, { what: says, required, initial }]) => {
    const remark = required ? ' (required)' : initial ? ` (default ${initial})` : ''
    return `  ${field.padEnd(18)} ${says}${remark}`
  })
  return [`${what}.`, '', ...lines].join('\n')
}

function readPair(pair: string): [string, string] {
  const cut = pair.indexOf('=')
  if (cut < 1) throw new UsageError(`"${pair}" is not a setting: write key=value.`)
  return [pair.slice(0, cut), pair.slice(cut + 1)]
}

/** A refused input is a usage error here. */
function rethrow(error: unknown): never {
  if (error instanceof Refusal) throw new UsageError(error.message)
  throw error
}

function asCall<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    return rethrow(error)
  }
}
