/** Metrics of several processes on one port: whichever process is asked, the reply covers all of them. */
import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry, register } from 'prom-client'

type MetricsRequest = { ask: 'metrics'; number: number }
type MetricsReply = { answer: 'metrics'; number: number; text: string }

/** In the first process, which knows the others and runs the background services. */
export function answerMetrics(): void {
  const together = new AggregatorRegistry()
  cluster.on('message', async (worker: Worker, message: Partial<MetricsRequest>) => {
    if (message.ask !== 'metrics') return
    // A process may be exiting; the others' metrics are complete again the next time.
    const theirs = await together.clusterMetrics().catch(() => '')
    const answer: MetricsReply = {
      answer: 'metrics',
      number: message.number!,
      text: `${theirs}\n${await register.metrics()}`,
    }
    if (worker.isConnected()) worker.send(answer)
  })
}

/** In a worker: gives its own metrics to the first process, and requests those of all processes. */
export function askForMetrics(own: Registry[]): () => Promise<string> {
  AggregatorRegistry.setRegistries(own)
  new AggregatorRegistry()
  let asked = 0
  return () =>
    new Promise((resolve) => {
      const number = ++asked
      const onMessage = (message: Partial<MetricsReply>) => {
        if (message.answer !== 'metrics' || message.number !== number) return
        process.off('message', onMessage)
        resolve(message.text!)
      }
      process.on('message', onMessage)
      process.send!({ ask: 'metrics', number } satisfies MetricsRequest)
    })
}
