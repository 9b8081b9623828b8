/**
 * The storefront's files of every release that this installation served. A shop's page names a version for years, and a browser that
 * has its core.js in the cache asks for the other files of exactly that build.
 */
import { type Database, transaction } from '../../database/connect.ts'

/** `stamp` identifies the content: before a release, a version has many builds. */
export type KeptBuild = { version: string; stamp: string; files: Map<string, Buffer> }

/** A newer build of the same version replaces the one before. */
export async function keepClientBuild(sql: Database, { version, stamp, files }: KeptBuild): Promise<void> {
  const [same] = await sql`
    -- every store: files of the installation
    select 1
    from client_files
    where version = ${version}
      and stamp = ${stamp}
    limit 1`
  if (same) return
  const rows = [...files].map(([file, content]) => ({ file, content: content.toString('base64') }))
  await transaction(sql, async (sql) => {
    await sql`
      -- every store: files of the installation
      insert into client_files (version, file, stamp, content)
      select ${version}, file, ${stamp}, decode(content, 'base64')
      from jsonb_to_recordset(${sql.json(rows)}) as input (file text, content text)
      order by file
      on conflict (version, file) do update
      set stamp = excluded.stamp,
          content = excluded.content,
          created_at = now()`
    await sql`
      -- every store: files of the installation
      delete from client_files
      where version = ${version}
        and stamp <> ${stamp}`
  })
}

export async function listClientVersions(sql: Database): Promise<string[]> {
  const rows = await sql<{ version: string }[]>`
    -- every store: files of the installation
    select distinct version
    from client_files`
  return rows.map(({ version }) => version)
}

export async function readClientBuild(sql: Database, version: string): Promise<KeptBuild | null> {
  const rows = await sql<{ file: string; stamp: string; content: Buffer }[]>`
    -- every store: files of the installation
    select file, stamp, content
    from client_files
    where version = ${version}`
  if (!rows[0]) return null
  return { version, stamp: rows[0].stamp, files: new Map(rows.map(({ file, content }) => [file, content])) }
}
