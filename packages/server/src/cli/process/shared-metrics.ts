/** Metrics of several processes on one port: whichever of them is asked, the answer is about all. */
import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry, register } from 'prom-client'

type Ask = { ask: 'metrics'; number: number }
type Answer = { answer: 'metrics'; number: number; text: string }

/** In the first process, which knows the others and works by the clock itself. */
export function answerMetrics(): void {
  const together = new AggregatorRegistry()
  cluster.on('message', async (worker: Worker, message: Partial<Ask>) => {
    if (message.ask !== 'metrics') return
    // One of them may just be ending; what the others say is told all the same the next time.
    const theirs = await together.clusterMetrics().catch(() => '')
    const answer: Answer = {
      answer: 'metrics',
      number: message.number!,
      text: `${theirs}\n${await register.metrics()}`,
    }
    if (worker.isConnected()) worker.send(answer)
  })
}

/** In one of the others: gives its own figures to the first process, and asks it for everybody's. */
export function askForMetrics(own: Registry[]): () => Promise<string> {
  AggregatorRegistry.setRegistries(own)
  new AggregatorRegistry()
  let asked = 0
  return () =>
    new Promise((resolve) => {
      const number = ++asked
      const hear = (message: Partial<Answer>) => {
        if (message.answer !== 'metrics' || message.number !== number) return
        process.off('message', hear)
        resolve(message.text!)
      }
      process.on('message', hear)
      process.send!({ ask: 'metrics', number } satisfies Ask)
    })
}
