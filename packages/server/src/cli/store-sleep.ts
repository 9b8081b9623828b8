/** `heartbell store sleep` and `store wake`: whether the clock works for a store, for moving it without telling anybody twice. */
import { transaction } from '../database/connect.ts'
import { finishCopies } from '../domain/copies.ts'
import { putToSleep, wakeStore } from '../domain/sleep.ts'
import type { Command } from './command.ts'
import { useStore } from './store.ts'

const sleep: Command = {
  name: 'store sleep',
  what: 'tell nobody anything for a store, until it is woken; its callers are served as ever',
  takes: '<pid>',
  words: { least: 1, most: 1 },
  flags: {},
  examples: ['heartbell store sleep <pid>'],
  run: async (call) => {
    await useStore(call, (sql, { storeId }) => putToSleep(sql, storeId))
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
  examples: ['heartbell store wake <pid>'],
  run: async (call) => {
    await useStore(call, async (sql, { storeId }) => {
      await transaction(sql, (sql) => wakeStore(sql, storeId))
      await finishCopies(sql)
    })
    return { data: { pid: call.words[0], asleep: false }, text: 'The store is awake.' }
  },
}

export const storeSleepCommands = [sleep, wake]
