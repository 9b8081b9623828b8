/** For tests: a local mail server with a password and TLS, like a merchant's. */
import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

/** The allowed SMTP ports that need no administrator rights. */
const ports = [2525, 2587]

export type MailServer = { port: number; recipients: string[]; close(): Promise<void> }

export async function openMailServer(login: { user: string; pass: string }): Promise<MailServer> {
  const recipients: string[] = []
  for (const port of ports) {
    const server = new SMTPServer({
      logger: false,
      onAuth: ({ username, password }, _session, done) =>
        username === login.user && password === login.pass
          ? done(null, { user: username })
          : done(Object.assign(new Error('5.7.8 Wrong user or password'), { responseCode: 535 })),
      onRcptTo: ({ address }, _session, done) => {
        recipients.push(address)
        done()
      },
      onData: (stream, _session, done) => {
        stream.resume().once('end', () => done())
      },
    })
    const failed = once(server as never, 'error').then(() => false)
    server.listen(port, '127.0.0.1')
    if (!(await Promise.race([once(server.server, 'listening').then(() => true), failed]))) continue
    server.on('error', () => {})
    return { port, recipients, close: () => new Promise((resolve) => server.close(() => resolve())) }
  }
  throw new Error(`Ports ${ports.join(' and ')} are in use; one of them must be free.`)
}
