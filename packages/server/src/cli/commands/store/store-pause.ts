/** `heartbell store sleep` and `store wake`: whether the clock works for a store, for moving it without telling anybody twice. */
import { finishCopies } from '../../../domain/lists/copy-list.ts'
import { putToSleep, wakeStore } from '../../../domain/schedule/pause-store.ts'
import { actOnStore } from '../../plumbing/audited-command.ts'
import type { Command } from '../../plumbing/command.ts'
import { useStore } from '../../plumbing/open-store.ts'

const sleep: Command = {
  name: 'store sleep',
  what: 'tell nobody anything for a store, until it is woken; its callers are served as ever',
  takes: '<pid>',
  words: { least: 1, most: 1 },
  flags: {},
  audit: 'act',
  examples: ['heartbell store sleep <pid>'],
  run: async (call) => {
    await actOnStore(call, async (sql, { storeId }) => ({
      answer: await putToSleep(sql, storeId),
      act: { act: 'store-paused' },
    }))
    const text = 'The store sleeps. What a worker holds at this moment still leaves; after a minute nothing does.'
    return { data: { pid: call.words[0], asleep: true }, text }
  },
}

const wake: Command = {
  name: 'store wake',
  what: 'let the clock work for a store again: what was due meanwhile is due now',
  takes: '<pid>',
  words: { least: 1, most: 1 },
  flags: {},
  audit: 'act',
  examples: ['heartbell store wake <pid>'],
  run: async (call) => {
    await actOnStore(call, async (sql, { storeId }) => ({
      answer: await wakeStore(sql, storeId),
      act: { act: 'store-resumed' },
    }))
    await useStore(call, (sql) => finishCopies(sql))
    return { data: { pid: call.words[0], asleep: false }, text: 'The store is awake.' }
  },
}

export const storeSleepCommands = [sleep, wake]
