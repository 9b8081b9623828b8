import { expect, test } from 'vitest'
import { readAddress, withPooler } from './address.ts'

test('an address has one host or several, and may name the pooler', () => {
  expect(readAddress('postgres://me:hush@db:5433/shop?sslmode=require&pooler=prepared')).toEqual({
    url: 'postgres://me:hush@db:5433/shop?sslmode=require',
    place: 'db:5433/shop',
    hosts: ['db:5433'],
    pooler: 'prepared',
  })
  expect(readAddress('postgresql://me@a:1,b:2,c/shop?target_session_attrs=read-write')).toMatchObject({
    place: 'a:1,b:2,c/shop',
    hosts: ['a:1', 'b:2', 'c'],
    pooler: null,
  })
})

test.each(['mysql://db/x', 'db/x', 'postgres://a b/x', 'postgres://a,b:x/y', 'postgres://db/x?pooler=maybe', ''])(
  '%s is not a database address',
  (text) => {
    expect(readAddress(text)).toBeNull()
  },
)

test('a detected pooler is written into the address and read again', () => {
  for (const url of ['postgres://me:hush@db/shop', 'postgres://db:1,db:2/shop?sslmode=require']) {
    const named = withPooler(withPooler(url, 'none'), 'transaction')
    expect(readAddress(named)).toEqual({ ...readAddress(url), pooler: 'transaction' })
  }
})
