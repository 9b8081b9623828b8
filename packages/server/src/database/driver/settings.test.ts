import { expect, test } from 'vitest'
import { readSettings } from './wire/settings.ts'

const read = (url: string) => readSettings(url, { application_name: 'heartbell' })

test('an address gives host, user and database, with escaped characters', () => {
  expect(read('postgres://m%40e:p%3Aa%2Fss@db.example:6000/my%20shop')).toMatchObject({
    hosts: [{ host: 'db.example', port: 6000 }],
    user: 'm@e',
    password: 'p:a/ss',
    database: 'my shop',
    ssl: false,
  })
  expect(read('postgresql://me@db.example').hosts).toEqual([{ host: 'db.example', port: 5432 }])
  expect(read('postgres://me@[::1]:6000/x').hosts).toEqual([{ host: '::1', port: 6000 }])
  expect(read('postgres://me@one,two:6000/x').hosts).toEqual([
    { host: 'one', port: 5432 },
    { host: 'two', port: 6000 },
  ])
  expect(read('postgres://me@%2Fvar%2Frun/x').hosts).toEqual([{ host: '/var/run', port: 5432 }])
  expect(read('postgres://me@%2Fvar%2Frun:6000/x').hosts).toEqual([{ host: '/var/run', port: 6000 }])
})

test('each TLS mode verifies as much as its name promises', () => {
  const mode = (word: string) => read(`postgres://me@db/x?${word}`)
  expect(mode('sslmode=disable').ssl).toBe(false)
  expect(mode('sslmode=require')).toMatchObject({ ssl: { rejectUnauthorized: false }, mayBePlain: false })
  expect(mode('sslmode=prefer')).toMatchObject({ ssl: { rejectUnauthorized: false }, mayBePlain: true })
  expect(mode('ssl=true').ssl).toEqual({})
  expect(mode('sslmode=verify-full').ssl).toEqual({})
  expect(mode('sslrootcert=system').ssl).toEqual({})
  expect(mode('sslmode=verify-ca').ssl).toMatchObject({ checkServerIdentity: expect.any(Function) })
  expect(mode('sslmode=require&sslnegotiation=direct').direct).toBe(true)
})

test('parameters that are not about the connection are session settings', () => {
  const { session, targetRole, connectTimeout } = read(
    'postgres://me@db/x?timezone=Asia/Kathmandu&application_name=mine&connect_timeout=9&target_session_attrs=read-write',
  )
  expect(session).toEqual({ timezone: 'Asia/Kathmandu', application_name: 'mine' })
  expect([targetRole, connectTimeout]).toEqual(['read-write', 9])
  expect(() => read('postgres://me@db/x?target_session_attrs=best')).toThrow('best')
})
