import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findSecret, readSecret, secretFile } from './secret.ts'

let data: string
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'heartbell-secret-'))
})
afterEach(() => rm(data, { recursive: true }))

test('a secret from the settings is used and not stored', async () => {
  expect(await readSecret({ secret: 'given', data })).toBe('given')
  expect(await findSecret(data)).toBeNull()
})

test('a missing secret is created once, also by processes that start together, and only its owner can read it', async () => {
  const folder = join(data, 'new')
  const secrets = await Promise.all(Array.from({ length: 5 }, () => readSecret({ secret: undefined, data: folder })))
  expect(new Set(secrets).size).toBe(1)
  expect(Buffer.from(secrets[0]!, 'base64url')).toHaveLength(32)
  expect(await readSecret({ secret: undefined, data: folder })).toBe(secrets[0])
  expect((await stat(secretFile(folder))).mode & 0o777).toBe(0o600)
})
