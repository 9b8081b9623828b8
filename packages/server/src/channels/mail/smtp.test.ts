import { afterEach, expect, test } from 'vitest'
import type { Channel, Message } from '../channel.ts'
import { openSmtpSink, type SinkOptions, type SmtpSink } from '../testing/smtp-server.ts'
import { openSmtp, senderAddress } from './smtp.ts'

const message = (more: Partial<Message> = {}): Message => ({
  messageId: '0190a000-0000-7000-8000-000000000001',
  recipient: 'grandma@example.org',
  senderName: 'Ada via Fern & Field',
  subject: 'Ada shares “Birthday” with you',
  text: 'A green shirt\nhttps://shop.example/1',
  html: '<p>A green <b>shirt</b></p>',
  headers: { 'Auto-Submitted': 'auto-generated' },
  ...more,
})

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function connect(options: SinkOptions = {}, login = '', query = 'from=wishes@shop.example') {
  const sink = await openSmtpSink(options)
  const channel = openSmtp(`${sink.url.replace('//', `//${login}`)}?${query}`)
  open.push(sink, channel)
  return { sink, channel } satisfies { sink: SmtpSink; channel: Channel }
}

test('a message arrives complete, and its id is the same when it is sent again', async () => {
  const { sink, channel } = await connect()
  const outcome = await channel.send(message())
  const id = '<0190a000-0000-7000-8000-000000000001@shop.example>'
  expect(outcome).toEqual({ kind: 'sent', providerId: id })
  const [mail, ...others] = sink.mails
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    messageId: id,
    subject: 'Ada shares “Birthday” with you',
    text: 'A green shirt\nhttps://shop.example/1',
    html: '<p>A green <b>shirt</b></p>',
    from: { value: [{ name: 'Ada via Fern & Field', address: 'wishes@shop.example' }] },
    to: { value: [{ name: '', address: 'grandma@example.org' }] },
    envelope: { from: 'wishes@shop.example', to: ['grandma@example.org'] },
  })
  expect(mail!.headers.get('auto-submitted')).toBe('auto-generated')
})

test('neither a name nor a subject can add a header or a recipient', async () => {
  const { sink, channel } = await connect()
  const trick = 'Ada"\r\nBcc: all@example.org\r\n\r\n<b>body</b>, other@example.org <more@example.org>'
  await channel.send(message({ senderName: trick, subject: trick }))
  const [mail] = sink.mails
  expect(mail!.envelope.to).toEqual(['grandma@example.org'])
  expect(mail!.bcc).toBeUndefined()
  expect(mail!.raw).not.toMatch(/^bcc:/im)
  expect(mail!.from!.value).toHaveLength(1)
  expect(mail!.from!.value[0]!.address).toBe('wishes@shop.example')
  expect(mail!.text).toBe(message().text)
})

test('a server that is down, busy or refuses our login is retried later', async () => {
  const { sink, channel } = await connect({ refuse: () => '451 try again later' })
  expect(await channel.send(message())).toMatchObject({ kind: 'retry', reason: expect.stringContaining('451') })
  await sink.close()
  expect(await channel.send(message())).toMatchObject({ kind: 'retry', reason: expect.stringContaining('ECONN') })
  const locked = await connect({ login: { user: 'ada', pass: 'right' } }, 'ada:wrong@')
  expect(await locked.channel.send(message())).toMatchObject({ kind: 'retry', reason: expect.stringContaining('535') })
  const opened = await connect({ login: { user: 'a@b.example', pass: 'r@ght' } }, 'a%40b.example:r%40ght@', '')
  expect(await opened.channel.send(message())).toMatchObject({ kind: 'sent' })
  expect(opened.sink.mails[0]!.envelope.from).toBe('a@b.example')
})

test('a permanently refused recipient gives a permanent refusal', async () => {
  const { channel } = await connect({ refuse: () => '550 no such mailbox' })
  const outcome = await channel.send(message())
  expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringContaining('550 no such mailbox') })
})

test.each([
  ['smtp://host.example?from=wishes@shop.example', 'wishes.example', 'wishes@shop.example'],
  ['smtp://me%40shop.example:secret@host.example', 'wishes.example', 'me@shop.example'],
  ['smtps://user:secret@host.example:465', 'wishes.example', 'no-reply@wishes.example'],
  ['smtp://host.example', undefined, 'no-reply@host.example'],
])('mail over %s comes from the address it names', (url, host, address) => {
  expect(senderAddress(url, host)).toBe(address)
})
