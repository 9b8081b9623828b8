import { expect, test } from 'vitest'
import type { Outcome } from '../../channels/channel.ts'
import { sendOne } from './send-one.ts'

const send = (outcome: Outcome) =>
  sendOne({ compose: async () => ({}) as never, warn: () => {} }, {
    store: { storeId: 1 },
    delivery: { triedAt: null, claimedAt: new Date() },
    provider: { name: 'test', channel: { send: async () => outcome, close: () => {} } },
  } as never)

test('a message that waits by itself does not count against the provider', async () => {
  const reason = 'no template'
  const away = await send({ kind: 'retry', reason })
  expect([away.outcome.kind, away.answer]).toEqual(['retry', { isAnswered: false, after: undefined }])
  const alone = await send({ kind: 'retry', reason, onlyThis: true })
  expect([alone.outcome.kind, alone.answer]).toEqual(['retry', { isAnswered: true }])
})
