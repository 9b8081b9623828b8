/** A mail server that stores each mail unchanged. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export type Mail = { to: string[]; raw: string; parsed: ParsedMail }

export async function openPost() {
  const mails: Mail[] = []
  let toTurnAway = 0
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], logger: false, disableReverseLookup: true },
    onRcptTo: (_address, _session, done) => {
      if (toTurnAway <= 0) return done()
      toTurnAway--
      done(Object.assign(new Error('not now'), { responseCode: 451 }))
    },
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      const raw = Buffer.concat(chunks).toString()
      mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw, parsed: await simpleParser(raw) })
      done()
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  const turnAway = (count: number) => {
    toTurnAway = count
  }
  return { port, mails, turnAway, close }
}
