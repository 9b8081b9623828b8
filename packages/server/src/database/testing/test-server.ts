/** One PostgreSQL for the whole test run, with a migrated template that every test database is cloned from. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '../connect.ts'
import { startEmbedded } from '../embedded/open-embedded.ts'
import { migrate } from '../migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseAdminUrl: string
    databaseUrl: string
  }
}

export default async function startTestServer({ provide }: TestProject): Promise<() => Promise<void>> {
  const data = await mkdtemp(join(tmpdir(), 'heartbell-test-'))
  // Temporary folders are closed to other users, and as root PostgreSQL runs as another user.
  await chmod(data, 0o711)
  const { url, adminUrl, stop } = await startEmbedded({ data, role: 'server', durable: false })
  const guard = removeWhenKilled(data)
  // The application's database is the template: its owner is the same as in a real installation.
  const sql = connect({ url, connections: 1 })
  await migrate(sql)
  await sql.end()
  provide('databaseUrl', url)
  provide('databaseAdminUrl', adminUrl)
  return async () => {
    await stop()
    guard.kill()
    await rm(data, { recursive: true, force: true })
  }
}

/** A killed test run cannot tear down. This shell notices the end of its input and cleans up instead. */
function removeWhenKilled(data: string): ChildProcess {
  const work = 'cat; kill -QUIT $(head -n 1 "$0/postgres/postmaster.pid") && sleep 1; rm -rf "$0"'
  const guard = spawn('/bin/sh', ['-c', work, data], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  guard.unref()
  return guard
}
