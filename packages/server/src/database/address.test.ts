import { expect, test } from 'vitest'
import { namePooler, readAddress } from './address.ts'

test('one host, several hosts, and what is said of a pooler', () => {
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
  '%s is no address',
  (text) => {
    expect(readAddress(text)).toBeNull()
  },
)

test('what was found out about a pooler is written into the address and read again', () => {
  for (const url of ['postgres://me:hush@db/shop', 'postgres://db:1,db:2/shop?sslmode=require']) {
    const named = namePooler(namePooler(url, 'none'), 'transaction')
    expect(readAddress(named)).toEqual({ ...readAddress(url), pooler: 'transaction' })
  }
})
