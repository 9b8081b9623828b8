import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { alertRewrites } from './alert-rewrites.ts'

const folder = new URL('../../../packages/server/src/domain/deliveries/', import.meta.url)
const sources = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))

// A text that matches no statement would leave the guard in place, and the broken run would pass.
test.each(Object.values(alertRewrites).flat())('a statement of deliveries has the text %j', (from) => {
  expect(sources.some((source) => source.includes(from))).toBe(true)
})
