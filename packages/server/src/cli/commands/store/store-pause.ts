/**
 * `heartbell store sleep` and `store wake`: pause and resume a store's background work, for moving a store without sending
 * anything twice.
 */
import { finishCopies } from '../../../domain/lists/copy-list.ts'
import { pauseStore, resumeStore } from '../../../domain/schedule/pause-store.ts'
import { actOnStore } from '../../plumbing/audited-command.ts'
import type { Command } from '../../plumbing/command.ts'
import { useStore } from '../../plumbing/open-store.ts'

const sleep: Command = {
  name: 'store sleep',
  what: 'pause a store: it sends nothing until store wake; API requests are still served',
  usage: '<pid>',
  args: { min: 1, max: 1 },
  flags: {},
  audit: 'act',
  examples: ['heartbell store sleep <pid>'],
  run: async (call) => {
    await actOnStore(call, async (sql, { storeId }) => ({
      answer: await pauseStore(sql, storeId),
      act: { act: 'store-paused' },
    }))
    const text =
      'The store is paused. Messages that a worker has already claimed are still sent; after one minute nothing is sent.'
    return { data: { pid: call.args[0], asleep: true }, text }
  },
}

const wake: Command = {
  name: 'store wake',
  what: 'resume a paused store: what became due meanwhile is sent now',
  usage: '<pid>',
  args: { min: 1, max: 1 },
  flags: {},
  audit: 'act',
  examples: ['heartbell store wake <pid>'],
  run: async (call) => {
    await actOnStore(call, async (sql, { storeId }) => ({
      answer: await resumeStore(sql, storeId),
      act: { act: 'store-resumed' },
    }))
    await useStore(call, (sql) => finishCopies(sql))
    return { data: { pid: call.args[0], asleep: false }, text: 'The store is active again.' }
  },
}

export const storePauseCommands = [sleep, wake]
