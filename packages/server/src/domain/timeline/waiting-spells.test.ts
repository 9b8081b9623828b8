/** When a subscription stood in which line, from what was recorded of it. */
import { expect, test } from 'vitest'
import { type RecordedStep, waitingSpells, wishAt } from './waiting-spells.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const step = (minute: number, step: string, reason = step, facts = {}): RecordedStep => ({
  ...{ at: at(minute), step, reason, facts },
})
const spells = (events: RecordedStep[], notified: number[] = []) =>
  waitingSpells(events, notified.map(at), 'blue').map(
    ({ variantId, from, to }) => `${variantId} ${from.getUTCMinutes()}-${to?.getUTCMinutes() ?? ''}`,
  )

test('it waits from the confirmation until it is notified, and again after the offer lapsed', () => {
  const events = [step(1, 'unconfirmed'), step(5, 'waiting', 'confirmed'), step(20, 'waiting', 'offer-lapsed')]
  expect(spells(events, [9])).toEqual(['blue 5-9', 'blue 20-'])
})

test('a step that is no state changes nothing; a message that was not sent puts it back into the line', () => {
  expect(spells([step(1, 'waiting'), step(2, 'forwarded'), step(3, 'tried')])).toEqual(['blue 1-'])
  expect(spells([step(1, 'waiting'), step(9, 'withheld', 'sold-out')], [5])).toEqual(['blue 1-5', 'blue 9-'])
  expect(spells([step(1, 'waiting'), step(9, 'withheld', 'suppressed')], [5])).toEqual(['blue 1-5'])
})

test('a move ends the time in one line and begins it in the other', () => {
  const events = [step(1, 'waiting'), step(4, 'waiting', 'moved', { variantId: 'blue', fromVariant: 'red' })]
  expect(spells([...events, step(7, 'left')])).toEqual(['red 1-4', 'blue 4-7'])
})

test('of a line that an earlier release did not record nothing is said', () => {
  expect(spells([step(1, 'waiting'), step(4, 'waiting', 'moved', { variantId: 'blue' })])).toEqual(['blue 4-'])
})

test('a wish is what it was at that time', () => {
  const events = [step(1, 'waiting'), step(5, 'waiting', 'details-changed', { was: { quantity: 3 } })]
  expect(wishAt('quantity', at(2), events, 1)).toBe(3)
  expect(wishAt('quantity', at(6), events, 1)).toBe(1)
})
