/** The packages as a user gets them: packed, and the tarballs installed into an empty folder with npm. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDataFolder, serverFolder } from '../../setup/server.ts'

/** What an installation of the service needs. */
const serverPackages = ['contract', 'client', 'dashboard', 'server'] as const
const wrappers = ['react', 'vue', 'svelte'] as const
export const packages = [...serverPackages, ...wrappers] as const

export type Packed = {
  /** The folder they were installed into. */
  folder: string
  /** The command as npm installed it. */
  program: string
  /** Of all packages, also those that it does not need. */
  tarballs: Tarball[]
  installMillis: number
  remove: () => Promise<void>
}

const root = join(serverFolder, '..', '..')

export type PackedFile = { path: string; size: number }
export type Tarball = { name: string; filename: string; files: PackedFile[] }

/** Older versions of npm answer the name of the package where the file has dashes. */
export const fileNameOf = (filename: string) => filename.replace('@', '').replace('/', '-')

/** The result of `npm pack` for each package, written to `folder`. The build must be up to date. */
export async function packAll(folder: string, which: readonly string[] = packages): Promise<Tarball[]> {
  const names = which.flatMap((name) => ['--workspace', `packages/${name}`])
  const said = await npm(root, 'pack', ...names, '--ignore-scripts', '--json', '--pack-destination', folder)
  // npm 11 returns an object by name, older versions an array.
  return Object.values(JSON.parse(said))
}

/** No install script may run and no package may refuse this Node.js: users have both settings. */
export const installFlags = ['--engine-strict', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']

export async function installPacked(): Promise<Packed> {
  const { data, remove } = await openDataFolder()
  try {
    const [shelf, folder] = [join(data, 'tarballs'), join(data, 'installed')]
    await mkdir(shelf)
    await mkdir(folder)
    const tarballs = await packAll(shelf)
    const needed = tarballs.filter(({ name }) => !wrappers.some((wrapper) => name === `@heartbell/${wrapper}`))
    await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
    const since = Date.now()
    await npm(folder, 'install', ...installFlags, ...needed.map(({ filename }) => join(shelf, fileNameOf(filename))))
    const program = join(folder, 'node_modules', 'heartbell', 'bin', 'heartbell.js')
    return { folder, program, tarballs, installMillis: Date.now() - since, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Without the variables that a surrounding npm sets: its workspaces and prefix belong to the clone. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle|command|config_(local_prefix|workspaces?|prefix|include|omit)$)/i.test(name),
  ),
)

export async function npm(folder: string, ...args: string[]): Promise<string> {
  const options = { cwd: folder, env: environment, maxBuffer: 64 * 1024 * 1024 }
  const { stdout } = await promisify(execFile)('npm', args, options).catch((error) => {
    throw new Error(`npm ${args[0]} failed: ${String(error.stderr).trim().slice(-2_000)}`, { cause: error })
  })
  return stdout
}
