import { expect, test } from 'vitest'
import { makeLogger } from './log.ts'

function record() {
  const lines: string[] = []
  const logger = makeLogger({ logLevel: undefined }, { write: (line) => lines.push(line) })
  return { logger, read: () => lines.map((line) => JSON.parse(line)) }
}

test('lines are JSON with a level, a time and a message', () => {
  const { logger, read } = record()
  logger.info({ port: 1 }, 'ready')
  logger.debug('not logged')
  expect(read()).toEqual([{ level: 'info', time: expect.any(String), pid: process.pid, port: 1, msg: 'ready' }])
})

test('neither secrets nor personal data are written', () => {
  const { logger, read } = record()
  const secret = 'do-not-show'
  logger.info({ authorization: secret, body: { regid: secret, sessionid: secret, apiKey: secret, useremail: secret } })
  logger.info({ res: { headers: { 'set-cookie': secret, cookie: secret, authorization: secret } }, password: secret })
  logger.info({
    req: { method: 'POST', url: `/api/v3/lists/fetch-lists?regid=${secret}`, headers: { cookie: secret } },
  })
  expect(JSON.stringify(read())).not.toContain(secret)
  expect(read()[2].req).toMatchObject({ method: 'POST', path: '/api/v3/lists/fetch-lists' })
})

test('a database error is logged without the row that it quotes', () => {
  const { logger, read } = record()
  const fault = Object.assign(new Error('duplicate key value violates unique constraint "shoppers_by_email"'), {
    code: '23505',
    constraint_name: 'shoppers_by_email',
    detail: 'Key (store_id, email)=(1, ada@shop.example) already exists.',
  })
  logger.error({ err: fault }, 'fault')
  expect(read()[0].err).toMatchObject({ code: '23505', constraint: 'shoppers_by_email' })
  expect(JSON.stringify(read())).not.toContain('ada@shop.example')
})

test('tokens in paths are hidden, row ids are not', () => {
  const { logger, read } = record()
  const token = 'AbCdEfGh1234567890_-AbCdEfGh1234567890_-'
  for (const path of [`/u/${token}`, `/alerts/confirm/${token}`, `/hooks/postmark-events/${token}`])
    logger.warn({ req: { method: 'GET', url: path } }, 'slow request')
  const id = '0190f3e2-1111-7222-8333-444455556666'
  logger.warn({ req: { method: 'GET', url: `/storeadmin/v3/subscriptions/${id}/timeline` } }, 'slow request')
  expect(JSON.stringify(read())).not.toContain(token)
  expect(read()[0].req.path).toBe('/u/…')
  expect(read()[3].req.path).toContain(id)
})

test('a value that PostgreSQL could not parse is not logged', () => {
  const { logger, read } = record()
  const message = 'invalid input syntax for type uuid: "whsec_do-not-show"'
  logger.error({ err: Object.assign(new Error(message), { severity: 'ERROR', code: '22P02' }) }, 'fault')
  expect(JSON.stringify(read())).not.toContain('do-not-show')
  expect(read()[0].err.message).toBe('invalid input syntax for type uuid: "…"')
})
