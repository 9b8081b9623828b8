/** Finds builds of other releases in the database, with few queries however often somebody asks. */
import type { Database } from '../../database/connect.ts'
import { listClientVersions, readClientBuild } from '../../domain/releases/client-builds.ts'
import { type ClientBuild, unpackBuild } from './build-files.ts'

export type KeptBuilds = { find(version: string): Promise<ClientBuild | null> }

/** The versions are read again after this time: another process may have started with a newer release. */
const FRESH_MILLIS = 5_000

/** A build is some 300 kB in memory. */
const MOST_BUILDS = 10

export function openKeptBuilds(sql: Database): KeptBuilds {
  let versions: Promise<Set<string>> | undefined
  let readAt = 0
  const builds = new Map<string, Promise<ClientBuild | null>>()

  const listVersions = () => {
    if (!versions || Date.now() - readAt > FRESH_MILLIS) {
      readAt = Date.now()
      versions = listClientVersions(sql).then((list) => new Set(list))
      versions.catch(() => {
        versions = undefined
      })
    }
    return versions
  }

  const read = (version: string) => {
    const asked = readClientBuild(sql, version).then((kept) => kept && unpackBuild(kept))
    if (builds.size >= MOST_BUILDS) builds.delete(builds.keys().next().value!)
    builds.set(version, asked)
    asked.catch(() => builds.delete(version))
    return asked
  }

  return {
    find: async (version) => builds.get(version) ?? ((await listVersions()).has(version) ? await read(version) : null),
  }
}
