import { expect, test } from 'vitest'
import { readForm, readJson } from './raw-body.ts'

const bytes = (text: string) => Buffer.from(text)

test('of a repeated field the first value counts', () => {
  expect(readForm(bytes('From=%2B49151&Body=STOP+it&From=%2B1'))).toEqual({ From: '+49151', Body: 'STOP it' })
})

test('a form of very many fields is read up to two hundred', () => {
  const many = Array.from({ length: 300 }, (_, n) => `f${n}=${n}`).join('&')
  expect(Object.keys(readForm(bytes(many)))).toHaveLength(200)
})

test('what is no JSON is nothing', () => {
  expect(readJson(bytes('{"a":[1]}'))).toEqual({ a: [1] })
  expect(readJson(bytes('{"a":'))).toBeUndefined()
  expect(readJson(bytes(''))).toBeUndefined()
})
