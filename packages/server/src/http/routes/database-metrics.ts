/** Metrics of the database connections: a growing queue is visible before calls fail. */
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../database/connect.ts'

export function gaugeDatabase(registry: Registry, sql: Pick<Database, 'figures'>): void {
  const registers = [registry]
  new Gauge({
    name: 'heartbell_database_lanes',
    help: 'Connections for single statements: all, those in use, and those whose statement takes long',
    labelNames: ['state'],
    registers,
    collect() {
      const { lanes, busy, slow } = sql.figures()
      this.set({ state: 'all' }, lanes)
      this.set({ state: 'busy' }, busy)
      this.set({ state: 'slow' }, slow)
    },
  })
  new Gauge({
    name: 'heartbell_database_statements',
    help: 'Single statements: in flight, and waiting for a lane',
    labelNames: ['state'],
    registers,
    collect() {
      const { inFlight, waiting } = sql.figures()
      this.set({ state: 'in-flight' }, inFlight)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  new Gauge({
    name: 'heartbell_database_transactions',
    help: 'Transactions: open, waiting for a connection, and how many may be open',
    labelNames: ['state'],
    registers,
    collect() {
      const { sessions, held, waiting } = sql.figures().transactions
      this.set({ state: 'most' }, sessions)
      this.set({ state: 'open' }, held)
      this.set({ state: 'waiting' }, waiting)
    },
  })
}
