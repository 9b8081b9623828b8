import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './settings.ts'
import { UsageError } from './usage-error.ts'

const read = (env: Record<string, string>, flags: Record<string, string> = {}) => readConfig(env, (name) => flags[name])

function refuse(env: Record<string, string>, flags: Record<string, string> = {}): string[] {
  try {
    read(env, flags)
  } catch (error) {
    if (error instanceof UsageError) return error.sentences
    throw error
  }
  return []
}

test('without settings everything has its default', () => {
  expect(read({})).toEqual({
    port: 4000,
    host: '127.0.0.1',
    data: resolve('.heartbell'),
    databaseUrl: undefined,
    citus: false,
    processes: 1,
    drain: 0,
    secret: undefined,
    publicUrl: undefined,
    mailUrl: 'outbox:',
    smsUrl: 'outbox:',
    slowerThan: 1000,
    allowLoopback: false,
    redisUrl: undefined,
    logLevel: undefined,
    trustProxy: false,
  })
})

test('an empty variable counts as not set', () => {
  expect(read({ PORT: '', HEARTBELL_SECRET: ' ', DATABASE_URL: '' })).toEqual(read({}))
})

test('flags override the environment', () => {
  const config = read({ PORT: '1', HOST: 'a', HEARTBELL_DATA: 'b' }, { port: '2', host: 'c', data: '/d' })
  expect(config).toMatchObject({ port: 2, host: 'c', data: '/d' })
})

test('valid settings are read', () => {
  const env = {
    DATABASE_URL: 'postgresql://u:p@db:5433/x',
    HEARTBELL_PROCESSES: '4',
    HEARTBELL_SECRET: 's'.repeat(32),
    HEARTBELL_PUBLIC_URL: 'https://wishes.example/',
    HEARTBELL_MAIL_URL: 'smtps://u:p@mail.example:465',
    HEARTBELL_SMS_URL: 'twilio://sid:token@+15550001',
    REDIS_URL: 'rediss://cache:6380/1',
    LOG_LEVEL: 'debug',
  }
  expect(read(env)).toMatchObject({
    databaseUrl: env.DATABASE_URL,
    processes: 4,
    publicUrl: 'https://wishes.example',
    mailUrl: env.HEARTBELL_MAIL_URL,
    smsUrl: env.HEARTBELL_SMS_URL,
    redisUrl: env.REDIS_URL,
    logLevel: 'debug',
  })
})

test.each([
  ['off', false],
  ['false', false],
  ['1', 1],
  ['2', 2],
  ['loopback', ['loopback']],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
])('TRUST_PROXY=%s', (text, value) => {
  expect(read({ TRUST_PROXY: text }).trustProxy).toEqual(value)
})

test.each([
  ['PORT', 'abc', 'PORT must be a whole number from 0 to 65535, not "abc".'],
  ['PORT', '65536', 'PORT must be a whole number from 0 to 65535, not "65536".'],
  ['PORT', '-1', 'PORT must be a whole number from 0 to 65535, not "-1".'],
  ['HOST', 'two words', 'HOST must be a host name or an address, not "two words".'],
  [
    'DATABASE_URL',
    'mysql://x',
    'DATABASE_URL must be a URL such as postgres://user:password@host:5432/name, or with several hosts as host-1:5432,host-2:5432.',
  ],
  ['HEARTBELL_PROCESSES', '0', 'HEARTBELL_PROCESSES must be a whole number from 1 to 64, not "0".'],
  ['HEARTBELL_SECRET', 'short', 'HEARTBELL_SECRET must have at least 32 characters.'],
  [
    'HEARTBELL_PUBLIC_URL',
    'wishes',
    'HEARTBELL_PUBLIC_URL must be a URL such as https://wishes.example, not "wishes".',
  ],
  ['HEARTBELL_MAIL_URL', 'http://x', 'HEARTBELL_MAIL_URL must be outbox:, smtp://… or smtps://….'],
  [
    'HEARTBELL_MAIL_URL',
    'smtp://x?from=nobody',
    'HEARTBELL_MAIL_URL has a sender (from=…) that is not an e-mail address.',
  ],
  ['HEARTBELL_SMS_URL', 'x', 'HEARTBELL_SMS_URL must be outbox: or twilio://….'],
  ['HEARTBELL_SLOW', '-1', 'HEARTBELL_SLOW must be off or a number of milliseconds, not "-1".'],
  ['REDIS_URL', 'http://x', 'REDIS_URL must be a URL such as redis://host:6379.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of: fatal, error, warn, info, debug, trace, silent, not "loud".'],
  [
    'TRUST_PROXY',
    'somebody',
    'TRUST_PROXY must be off, a number of proxies from 1 to 19, or the proxies’ addresses or networks separated by commas, not "somebody".',
  ],
  ...['0', '20', '0.0.0.0/0', '10.0.0.1/33', '10.0.0.1,'].map((text) => [
    'TRUST_PROXY',
    text,
    `TRUST_PROXY must be off, a number of proxies from 1 to 19, or the proxies’ addresses or networks separated by commas, not "${text}".`,
  ]),
  ...['on', 'true'].map((text) => [
    'TRUST_PROXY',
    text,
    `TRUST_PROXY cannot be on: then any client could choose its own address with a forged X-Forwarded-For. Give the proxies’ addresses (such as 10.0.0.5 or 10.0.0.0/8) or the number of proxies (such as 1), not "${text}".`,
  ]),
])('an invalid %s gets one message', (name, value, sentence) => {
  expect(refuse({ [name]: value })).toEqual([sentence])
})

test('every invalid setting is reported, and an invalid flag by its own name', () => {
  expect(refuse({ LOG_LEVEL: 'loud', PORT: '1' }, { port: 'x' })).toEqual([
    '--port must be a whole number from 0 to 65535, not "x".',
    expect.stringContaining('LOG_LEVEL'),
  ])
})
