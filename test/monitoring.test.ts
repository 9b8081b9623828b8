/** The Grafana dashboard and Prometheus rules use only existing metrics. */
import { readFile } from 'node:fs/promises'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEngineMetrics } from '../packages/server/src/alerts/sending/metrics.ts'
import { openTestApp, type TestApp } from '../packages/server/src/http/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

async function tellAll(): Promise<Set<string>> {
  await t.app.inject('/healthz')
  const engine = new Registry()
  makeEngineMetrics(engine)
  const text = `${(await t.app.inject('/metrics')).body}\n${await engine.metrics()}`
  return new Set([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, kind]) => seriesOf(name!, kind!)))
}

const seriesOf = (name: string, kind: string) =>
  kind === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => `${name}${end}`) : [name]

const namesIn = (text: string) =>
  new Set([...text.matchAll(/\b(?:heartbell|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name))

test.each(['deploy/grafana/heartbell.json', 'deploy/prometheus-rules.yml'])(
  '%s asks for nothing else',
  async (file) => {
    const asked = namesIn(await readFile(new URL(`../${file}`, import.meta.url), 'utf8'))
    expect(asked.size).toBeGreaterThan(2)
    const told = await tellAll()
    expect([...asked].filter((name) => !told.has(name))).toEqual([])
  },
)

test('each panel has a description and its own place', async () => {
  const { panels } = JSON.parse(await readFile(new URL('../deploy/grafana/heartbell.json', import.meta.url), 'utf8'))
  const places = new Set<string>()
  for (const { title, targets, gridPos } of panels) {
    expect({ title, exprs: targets.map(({ expr }: { expr: string }) => expr) }).toEqual({
      title: expect.stringMatching(/\S/),
      exprs: expect.arrayContaining([expect.stringMatching(/_/)]),
    })
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(places.has(`${x} ${y}`)).toBe(false)
        places.add(`${x} ${y}`)
      }
  }
})
