import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { headerOf, rawBody, readForm, readJson } from './raw-body.ts'

const bytes = (text: string) => Buffer.from(text)

test('the first value of a repeated field counts', () => {
  expect(readForm(bytes('From=%2B49151&Body=STOP+it&From=%2B1'))).toEqual({ From: '+49151', Body: 'STOP it' })
})

test('a form is read up to two hundred fields', () => {
  const many = Array.from({ length: 300 }, (_, n) => `f${n}=${n}`).join('&')
  expect(Object.keys(readForm(bytes(many)))).toHaveLength(200)
})

test('invalid JSON is ignored', () => {
  expect(readJson(bytes('{"a":[1]}'))).toEqual({ a: [1] })
  expect(readJson(bytes('{"a":'))).toBeUndefined()
  expect(readJson(bytes(''))).toBeUndefined()
})

test('a header counts only when it was sent once', () => {
  const request = { headers: { 'x-one': 'a', 'x-two': ['a', 'b'] } } as unknown as FastifyRequest
  expect(['x-one', 'x-two', 'x-none'].map((name) => headerOf(request, name))).toEqual(['a', undefined, undefined])
})

test('a message without a body has an empty body', () => {
  const of = (body: unknown) => rawBody({ body } as FastifyRequest).toString()
  expect([of(Buffer.from('as it came')), of(undefined), of({ read: 'already' })]).toEqual(['as it came', '', ''])
})
