/** Prometheus metrics of the engine, in the HTTP server's registry when both run in one process. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { DueDelivery } from '../../domain/deliveries/deliveries.ts'

export type EngineMetrics = {
  claimed(deliveries: DueDelivery[]): void
  settled(medium: string, outcome: string): void
  watchCircuits(circuits: () => { name: string; isOpen: boolean }[]): void
  /** `overdue`: for how many seconds the oldest work has been due. */
  watchWork(overdue: () => Promise<number>): void
  /** Deliveries by outcome since the start. */
  counts(): Promise<Record<string, number>>
}

const names = {
  outcomes: 'heartbell_deliveries_total',
  lag: 'heartbell_delivery_lag_seconds',
  circuits: 'heartbell_provider_circuit_open',
  overdue: 'heartbell_alerts_overdue_seconds',
}

export function makeEngineMetrics(registry: Registry): EngineMetrics {
  // A restarted engine registers its metrics again.
  for (const name of Object.values(names)) registry.removeSingleMetric(name)
  const registers = [registry]
  const outcomes = new Counter({
    name: names.outcomes,
    help: 'Deliveries by medium and outcome: sent, retry, later, withheld, failed',
    labelNames: ['medium', 'outcome'],
    registers,
  })
  const lag = new Histogram({
    name: names.lag,
    help: 'Time from the creation of a delivery to its first claim by a worker',
    buckets: [0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800, 7200],
    registers,
  })
  let circuits: () => { name: string; isOpen: boolean }[] = () => []
  new Gauge({
    name: names.circuits,
    help: 'Providers in use that are paused because they did not answer',
    labelNames: ['provider'],
    registers,
    collect() {
      this.reset()
      for (const { name, isOpen } of circuits()) this.inc({ provider: name }, isOpen ? 1 : 0)
    },
  })
  let overdue = async () => 0
  new Gauge({
    name: names.overdue,
    help: 'Seconds since the oldest alert that can be planned or sent became due, in any process',
    registers,
    async collect() {
      // Other checks report a database that is down; an error here would hide all other metrics.
      await overdue().then(
        (seconds) => this.set(seconds),
        () => this.remove(),
      )
    },
  })
  return {
    claimed: (deliveries) => {
      for (const { attempts, claimedAt, createdAt } of deliveries)
        if (attempts === 1) lag.observe(Math.max(0, claimedAt.getTime() - createdAt.getTime()) / 1000)
    },
    settled: (medium, outcome) => outcomes.inc({ medium, outcome }),
    watchCircuits: (watched) => {
      circuits = watched
    },
    watchWork: (watched) => {
      overdue = watched
    },
    counts: async () => {
      const { values } = await outcomes.get()
      const counts: Record<string, number> = {}
      for (const { labels, value } of values) counts[labels.outcome!] = (counts[labels.outcome!] ?? 0) + value
      return counts
    },
  }
}
