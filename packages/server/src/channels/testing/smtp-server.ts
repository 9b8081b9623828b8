/** For tests: a real SMTP server that stores its mail and refuses as configured. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export type SmtpSink = {
  url: string
  port: number
  mails: (ParsedMail & { raw: string; envelope: { from: string; to: string[] } })[]
  close(): Promise<void>
}

export type SinkOptions = {
  port?: number
  /** The reply to a recipient, such as `550 no such mailbox`; undefined accepts the mail. */
  refuse?: (recipient: string) => string | undefined
  /** The only accepted login. */
  login?: { user: string; pass: string }
}

const reply = (text: string) => Object.assign(new Error(text.slice(4)), { responseCode: Number(text.slice(0, 3)) })

export async function openSmtpSink({ port = 0, refuse, login }: SinkOptions = {}): Promise<SmtpSink> {
  const mails: SmtpSink['mails'] = []
  const server = new SMTPServer({
    authOptional: !login,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.pass ? done(null, { user: username }) : done(reply('535 wrong')),
    onRcptTo: ({ address }, _session, done) => {
      const refusal = refuse?.(address)
      done(refusal ? reply(refusal) : null)
    },
    onData: (stream, { envelope }, done) => {
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const to = envelope.rcptTo.map(({ address }) => address)
      // A client that disconnects in the middle of a message has sent nothing.
      const keep = async () => {
        const raw = Buffer.concat(await stream.toArray()).toString()
        mails.push({ ...(await simpleParser(raw)), raw, envelope: { from, to } })
      }
      keep().then(() => done(), done)
    },
  })
  // A client's open connections are cut when the server closes; the test intends this.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    close: () =>
      new Promise((resolve) => {
        for (const connection of server.connections) connection.close()
        server.close(() => resolve())
      }),
  }
}
