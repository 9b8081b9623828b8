/** What the operator sees when the server is ready: all addresses, and how to begin. */
import type { Config } from '../settings/settings.ts'
import type { Demo } from './demo.ts'
import { hidePassword } from './open-database.ts'

/** `dashboard` is a link that signs in once. */
export type BannerOptions = { config: Config; url: string; version: string; demo: Demo | null; dashboard: string }

export function writeBanner({ config, url, version, demo, dashboard }: BannerOptions): string {
  const rows: [string, string][] = [
    ...(demo ? [['Demo store', `${url}/demo`] satisfies [string, string]] : []),
    ['Dashboard', dashboard],
    ['API', url],
    ['Docs', `${url}/docs`],
    config.databaseUrl
      ? ['Database', hidePassword(config.databaseUrl)]
      : ['Data', `${config.data} (embedded PostgreSQL)`],
  ]
  if (demo) {
    rows.push(['Demo name', demo.name], ['  pid', demo.pid])
    rows.push(['  API key', demo.apiKey ?? `heartbell store key add ${demo.pid}`])
  }
  const lines = rows.map(([name, value]) => `  ${name.padEnd(12)}${value}`)
  return ['', `  Heartbell ${version} is ready`, '', ...lines, '', '  Press Ctrl-C to stop.', ''].join('\n')
}

/** The address to open in a browser: a server on all addresses is reached at localhost. */
export function writeAddress(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
