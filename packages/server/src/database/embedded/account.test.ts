import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { canReach, chooseAccount, type SystemAccount, spawnAs } from './account.ts'
import { findBinaries } from './binaries.ts'

const asRoot = test.runIf(process.getuid?.() === 0)
const nobody = { uid: 65_534, gid: 65_534 }
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartbell-account-'))
  await writeFile(join(folder, 'program'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
})
afterEach(() => rm(folder, { recursive: true }))

/** Packages in a folder that only root may enter, as in a clone under /root. */
const packages = () => ({ initdb: '', postgres: join(folder, 'program'), share: join(folder, 'program'), major: 18 })

const run = async (account: SystemAccount, command: string) =>
  (await once(spawnAs(account, command, [], 'ignore'), 'exit'))[0]

asRoot('a folder that only root may enter can be used only by bypassing its mode', async () => {
  expect(await canReach({ ids: nobody, bypassesFolderModes: false }, folder, packages())).toBe(false)
  expect(await canReach({ ids: nobody, bypassesFolderModes: true }, folder, packages())).toBe(true)
  expect(await run({ ids: nobody, bypassesFolderModes: true }, join(folder, 'program'))).toBe(0)
  expect(await chooseAccount(join(folder, 'none'), folder, packages())).toMatchObject({ bypassesFolderModes: true })
})

asRoot('a folder that others may enter needs no bypass', async () => {
  await chmod(folder, 0o711)
  expect(await chooseAccount(join(folder, 'none'), folder, packages())).toMatchObject({ bypassesFolderModes: false })
})

asRoot('a folder that no other user can reach is refused with instructions', async () => {
  await chmod(join(folder, 'program'), 0o644)
  await expect(chooseAccount(join(folder, 'none'), folder, packages())).rejects.toThrow(
    /refuses to run as root.*--data.*DATABASE_URL/,
  )
})

test.runIf(process.getuid?.() !== 0)('an ordinary user runs PostgreSQL under its own account', async () => {
  expect(await chooseAccount(folder, folder, await findBinaries())).toEqual({ ids: null, bypassesFolderModes: false })
})
