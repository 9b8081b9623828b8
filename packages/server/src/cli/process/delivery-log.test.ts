import { expect, test } from 'vitest'
import { sampleDelivery } from '../../letters/sample.ts'
import { noteDeliveries } from './delivery-log.ts'
import { makeLogger } from './log.ts'

function record(logLevel: 'info' | 'debug') {
  const lines: string[] = []
  const note = noteDeliveries(makeLogger({ logLevel }, { write: (line) => lines.push(line) }))
  const { trigger, ...delivery } = sampleDelivery(
    { topic: 'backinstock', medium: 'email', address: 'ada@shop.example', locale: null },
    new Date(),
  )
  return {
    note: (kind: string, reason?: string) =>
      note(7, { ...delivery, trigger: { ...trigger, requestId: 'call-7' } }, { kind, ...(reason && { reason }) }),
    read: () => lines.map((line) => JSON.parse(line)),
    address: delivery.subscription.address,
  }
}

test('a failed message is logged with the id of its request and without an address', () => {
  const { note, read, address } = record('info')
  note('failed', 'refused')
  note('retry', 'not-taken')
  expect(read()).toMatchObject([
    { level: 'warn', reqId: 'call-7', storeId: 7, medium: 'email', reason: 'refused', msg: 'delivery failed' },
    { level: 'info', reqId: 'call-7', reason: 'not-taken', msg: 'delivery retry' },
  ])
  expect(JSON.stringify(read())).not.toContain(address)
})

test('successful messages are logged at debug level only', () => {
  const [quiet, loud] = [record('info'), record('debug')]
  for (const { note } of [quiet, loud]) for (const kind of ['sent', 'later', 'withheld']) note(kind)
  expect(quiet.read()).toEqual([])
  expect(loud.read().map(({ msg }) => msg)).toEqual(['delivery sent', 'delivery later', 'delivery withheld'])
})
