/** A worker that the fault runs kill: the engine on a shop's database, with one provider, and without a guard if requested. */
import { Agent, request } from 'node:http'
import { startEngine } from '../../../packages/server/src/alerts/engine.ts'
import type { Channel, Message, Outcome } from '../../../packages/server/src/channels/channel.ts'
import { openSmtp } from '../../../packages/server/src/channels/mail/smtp.ts'
import { readSecret } from '../../../packages/server/src/cli/settings/secret.ts'
import { connect } from '../../../packages/server/src/database/connect.ts'
import { planDue } from '../../../packages/server/src/domain/planning/plan.ts'
import { makeVault } from '../../../packages/server/src/domain/secrets/vault.ts'
import { openStoreCache } from '../../../packages/server/src/domain/stores/stores.ts'
import { composeAlert } from '../../../packages/server/src/letters/compose.ts'
import { alertRewrites } from '../writes/alert-rewrites.ts'
import { rewriting } from '../writes/rewrite-statements.ts'

export type WorkerTask = {
  databaseUrl: string
  data: string
  provider: string
  lease: number
  guard?: string | undefined
}

const task = JSON.parse(process.argv[2]!) as WorkerTask
const plain = connect({ url: task.databaseUrl, connections: 5, name: 'heartbell worker' })
const rewrites = alertRewrites[task.guard ?? '']
const sql = rewrites ? rewriting(plain, rewrites) : plain
const stores = await openStoreCache(plain, makeVault(await readSecret({ secret: undefined, data: task.data })))
const channel = task.provider.startsWith('smtp:') ? openSmtp(task.provider) : openLedgerChannel(new URL(task.provider))

await startEngine(sql, {
  stores,
  providers: { find: async () => ({ name: 'ledger', channel }) },
  plan: planDue,
  compose: async (store, delivery) => {
    const message = composeAlert(store, delivery, { publicUrl: 'https://wishes.example', now: new Date() })
    const headers = { ...message.headers, 'X-Claimed-At': String(delivery.claimedAt.getTime()) }
    const messageId = task.guard === 'new-key' ? `${message.messageId}-${delivery.attempts}` : message.messageId
    return { ...message, headers, messageId }
  },
  warn: (sentence, error) => process.stderr.write(`${sentence} ${(error as Error)?.message ?? ''}\n`),
  lease: task.lease,
  // Injected failures are retried soon, so that a run takes minutes, not hours.
  waits: { first: 500, longest: 5_000 },
  circuit: { first: 500, longest: 2_000 },
})
process.stdout.write(`${JSON.stringify({ msg: 'ready', url: 'http://127.0.0.1' })}\n`)

/** An HTTP provider that accepts our idempotency key, as most do. */
function openLedgerChannel(url: URL): Channel {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const send = ({ messageId, recipient, headers }: Message): Promise<Outcome> =>
    new Promise((resolve) => {
      const body = JSON.stringify({ recipient, claimedAt: Number(headers['X-Claimed-At']) })
      const asked = request(url, {
        ...{ method: 'POST', agent, timeout: 5_000 },
        headers: { 'idempotency-key': messageId, 'content-length': Buffer.byteLength(body) },
      })
      const retry = (reason: string, after?: number) =>
        resolve({ kind: 'retry', reason, ...(after !== undefined && { after }) })
      asked.on('error', (error: NodeJS.ErrnoException) => retry(error.code ?? error.message))
      asked.on('timeout', () => asked.destroy(new Error('no answer')))
      asked.on('response', (answer) => {
        answer.on('error', () => retry('cut'))
        answer.on('end', () => {
          const { statusCode = 500 } = answer
          if (statusCode === 200) resolve({ kind: 'sent', providerId: messageId })
          else if (statusCode === 429) retry('429', Number(answer.headers['retry-after']) * 1000)
          else retry(String(statusCode))
        })
        answer.resume()
      })
      asked.end(body)
    })
  return { send, close: () => agent.destroy() }
}
