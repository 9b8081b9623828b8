/**
 * Who owns a running cluster: the process whose session has its advisory lock. PostgreSQL releases the lock as soon as that
 * process dies, so it cannot be left behind and no stale lock can be stolen twice.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type Sql } from '../connect.ts'
import type { Cluster } from './cluster.ts'
import { isPostmaster, type Postmaster } from './postmaster.ts'

export type OwnerRole = 'server' | 'command'

export type OwnerSession = {
  sql: Sql
  owned: boolean
  /** Resolves when the connection is lost, but not when we close it. */
  lost: Promise<void>
  close: () => Promise<void>
}

const LOCK = 0x4862

/** Waits while PostgreSQL starts or recovers. Null when it stopped instead. */
export async function openSession(cluster: Cluster, found: Postmaster, role: OwnerRole): Promise<OwnerSession | null> {
  while (await isPostmaster(found.pid, cluster.folder)) {
    const session = await tryOpening(cluster, found.port, role)
    if (session) return session
    await pause(25)
  }
  return null
}

async function tryOpening({ password }: Cluster, port: number, role: OwnerRole): Promise<OwnerSession | null> {
  const pool = connect({
    url: `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    connections: 1,
    name: `heartbell ${role} ${process.pid}`,
  })
  try {
    const sql = await pool.reserve()
    const [row] = await sql`select pg_try_advisory_lock(${LOCK}) as owned`
    const close = async () => {
      sql.release()
      await pool.end({ timeout: 1 })
    }
    return { sql, owned: row?.owned, lost: sql.lost, close }
  } catch (error) {
    await pool.end({ timeout: 0 })
    // 28P01 (wrong password): the folder's password does not belong to this server, so waiting does not help.
    if ((error as { code?: string }).code === '28P01') throw error
    return null
  }
}

/** The owner's role and pid, from its application name. Null when it has gone. */
export async function findOwner({ sql }: OwnerSession): Promise<{ role: OwnerRole; pid: number } | null> {
  const [row] = await sql`
    select a.application_name
    from pg_locks l
    join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.objid = ${LOCK} and l.granted`.catch(() => [])
  const [, role, pid] = row?.applicationName.split(' ') ?? []
  return role ? { role, pid: Number(pid) } : null
}

/**
 * Everyone who opens a session makes sure that role and database exist, because the owner may have died before it created them.
 */
export async function prepareDatabase({ sql }: OwnerSession, password: string): Promise<void> {
  const [role] = await sql`select from pg_roles where rolname = 'heartbell'`
  if (!role) await sql.unsafe(`create role heartbell login password '${password}'`).catch(allowExisting)
  const [database] = await sql`select from pg_database where datname = 'heartbell'`
  if (!database) await sql.unsafe('create database heartbell owner heartbell').catch(allowExisting)
}

function allowExisting(error: { code?: string }): void {
  // Duplicate object, duplicate database, and the unique index behind both.
  if (!['42710', '42P04', '23505'].includes(error.code ?? '')) throw error
}
