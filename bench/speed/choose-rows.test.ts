/** What the command line may contain, and which rows it selects. */
import { expect, test } from 'vitest'
import { readFlags } from './call.ts'
import { chooseRows } from './choose-rows.ts'
import type { BenchRow } from './rows/row.ts'

const rows: BenchRow[] = ['one', 'two'].map((name) => ({ name, what: name, measure: () => Promise.reject() }))
const choose = (args: string[], env = {}) => chooseRows(rows, readFlags(args, env)).map(({ name }) => name)

test('all rows, those that were named, and with a peer also those that compare', () => {
  expect(choose([])).toEqual(['one', 'two'])
  expect(choose(['--only', 'two'])).toEqual(['two'])
  const peer = ['--peer', 'vendure=http://localhost:3000/shop-api']
  expect(choose(peer)).toEqual(['one', 'two', 'peer-add-item', 'peer-fetch-lists'])
  expect(choose([...peer, '--only=peer-add-item', '--only=one'])).toEqual(['one', 'peer-add-item'])
})

test('rounds are shorter when it shall be quick, and as told when told', () => {
  const pace = (...args: string[]) => readFlags(args, {}).pace
  expect(pace()).toEqual({ clients: 32, rounds: 7, seconds: 5, quick: false })
  expect(pace('--quick')).toEqual({ clients: 32, rounds: 1, seconds: 1, quick: true })
  expect(pace('--quick', '--rounds=1', '--seconds=9')).toEqual({ clients: 32, rounds: 1, seconds: 9, quick: true })
})

test('a flag wins over the environment', () => {
  const env = { MEDUSA_PUBLISHABLE_KEY: 'pk_env' }
  expect(readFlags([], env).medusaKey).toBe('pk_env')
  expect(readFlags(['--medusa-key', 'pk_flag'], env).medusaKey).toBe('pk_flag')
})

test.each([
  [['--only', 'three'], 'There is no row three; there are: one, two, peer-add-item, peer-fetch-lists.'],
  [['--only', 'peer-add-item'], 'peer-add-item needs somebody to compare with: --peer NAME=URL.'],
  [['--peer', 'medusa'], '--peer is written NAME=URL, such as medusa=http://127.0.0.1:9000, not "medusa".'],
  [['--peer', 'medusa=ftp://127.0.0.1'], '--peer is written NAME=URL'],
  [['--peer', 'abacus=http://127.0.0.1:1'], 'There is no peer abacus; there are: medusa, vendure.'],
  [['--peer', 'medusa=http://shop.example'], 'A peer must run on this machine, to be measured alike: shop.example'],
  [['--peer', 'medusa=http://127.0.0.1.shop.example'], 'A peer must run on this machine'],
  [['--rounds', '0'], '--rounds must be a whole number from 1, not "0".'],
  [['--fast'], '--fast'],
])('%j is a wrong call', (args, sentence) => {
  expect(() => choose(args)).toThrow(sentence)
})
