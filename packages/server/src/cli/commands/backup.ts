/** `heartbell backup` and `heartbell restore`: the embedded database as one file, and back from it. */
import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { noteInstallationAct } from '../../domain/audit/audit.ts'
import { commandActor } from '../plumbing/audited-command.ts'
import { findSecrets, openSecrets, type SealedSecrets, sealSecrets, writeSecrets } from '../plumbing/backup-secret.ts'
import type { Call, Command, Flag } from '../plumbing/command.ts'
import { readPassphrase } from '../plumbing/passphrase.ts'
import { showProgress } from '../plumbing/progress.ts'
import { readVersion } from '../plumbing/version.ts'
import { oldSecretFile, secretFile } from '../settings/secret.ts'
import { WrongCall } from '../settings/usage-error.ts'

const passphrase = (what: string): Flag => ({
  type: 'string',
  value: 'FILE',
  what: `${what} (or HEARTBELL_PASSPHRASE)`,
})

const secondsSince = (since: number) => Math.round((Date.now() - since) / 100) / 10
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

export const backup: Command = {
  name: 'backup',
  what: 'write the embedded database into one file, also while the server runs',
  takes: 'FILE',
  words: { least: 1, most: 1 },
  flags: { 'passphrase-file': passphrase('keep HEARTBELL_SECRET in it, sealed with the passphrase in this file') },
  audit: 'act',
  examples: [
    'heartbell backup heartbell-2026-11-15.backup --passphrase-file passphrase.txt',
    'heartbell backup /srv/backups/heartbell.backup --data /var/lib/heartbell --json',
  ],
  run: async (call) => {
    const config = call.config()
    if (config.databaseUrl) throw new WrongCall(elsewhere('Back it up'))
    const file = resolve(call.words[0]!)
    const folder = await stat(dirname(file)).catch(() => null)
    if (!folder?.isDirectory()) throw new WrongCall(`There is no folder ${dirname(file)} to write to: make it first.`)
    const phrase = await readPassphrase(call)
    const secrets = await findSecrets(config)
    if (phrase && secrets.length === 0)
      throw new WrongCall(`There is no secret in ${config.data} to seal: name the folder with --data.`)
    const since = Date.now()
    const { backUp } = await import('../../database/backup/backup.ts')
    const progress = showProgress(process.stderr, null)
    const backingUp = backUp({
      ...{ data: config.data, file, release: await readVersion() },
      notes: { secret: phrase ? await sealSecrets(secrets, phrase) : null },
      onOpen: (sql) =>
        noteInstallationAct(sql, commandActor(), { act: 'backup-taken', facts: { file, secret: !!phrase } }),
      onCopied: async () => {
        // What was copied last may be sealed with a secret that was made after the file was begun.
        const isNew = (secret: string) => !secrets.includes(secret)
        if (phrase && (await findSecrets(config)).some(isNew))
          throw new Error(
            'HEARTBELL_SECRET was replaced while the backup was written: nothing was kept, back up again.',
          )
      },
      onSize: progress.expect,
      onBytes: progress.advance,
    })
    const written = await backingUp.catch(explain)
    progress.entries(written.files)
    progress.end()
    const seconds = secondsSince(since)
    const { files, bytes, fileBytes } = written
    const finishedAt = written.finishedAt.toISOString()
    const kept = config.secret
      ? `it${secrets.length > 1 ? ' and HEARTBELL_SECRET_OLD' : ''}`
      : `${secretFile(config.data)}${secrets.length > 1 ? ` and ${oldSecretFile(config.data)}` : ''}`
    const size = `${megabytes(fileBytes)} (${megabytes(bytes)} of data)`
    const lines = [
      `${file} holds every write acknowledged up to ${finishedAt}: ${size}, ${seconds} s.`,
      phrase
        ? 'HEARTBELL_SECRET is in it, sealed with the passphrase: keep the passphrase elsewhere.'
        : `HEARTBELL_SECRET is not in it, and without it the backup can’t be used: keep ${kept} elsewhere, or seal it in with --passphrase-file.`,
      'Everything else in it can be read by whoever has the file.',
    ]
    return { data: { file, files, bytes, fileBytes, finishedAt, seconds, secret: !!phrase }, text: lines.join('\n') }
  },
}

export const restore: Command = {
  name: 'restore',
  what: 'make a data folder from a file that backup wrote',
  takes: 'FILE --data DIR',
  words: { least: 1, most: 1 },
  flags: {
    data: { type: 'string', value: 'DIR', what: 'the folder to make; it must be empty or not there yet' },
    'passphrase-file': passphrase('the passphrase that HEARTBELL_SECRET was sealed with'),
  },
  audit: { notAnAct: 'makes a new data folder' },
  examples: [
    'heartbell restore heartbell-2026-11-15.backup --data restored --passphrase-file passphrase.txt',
    'HEARTBELL_SECRET=… heartbell restore heartbell.backup --data /var/lib/heartbell-new --json',
  ],
  run: async (call) => {
    const config = call.config()
    if (call.flag('data') === undefined)
      throw new WrongCall('Say where to: --data DIR, a folder that is empty or not there yet.')
    if (config.databaseUrl) throw new WrongCall(elsewhere('Restore it'))
    const file = resolve(call.words[0]!)
    const since = Date.now()
    const { restoreBackup } = await import('../../database/backup/backup.ts')
    const progress = showProgress(process.stderr, null)
    let secrets: string[] = []
    const restoring = restoreBackup({
      ...{ data: config.data, file, onBytes: progress.advance },
      onHead: async ({ notes }) => {
        secrets = await readSealed(call, (notes as { secret?: SealedSecrets | null } | null)?.secret ?? null)
      },
    })
    const restored = await restoring.catch(explain)
    await writeSecrets(config.data, secrets)
    const hasSecret = secrets.length > 0
    progress.entries(restored.files)
    progress.end()
    const seconds = secondsSince(since)
    const { release, startedAt } = restored.head
    const { files, bytes } = restored
    const lines = [
      `${config.data} holds the backup that heartbell ${release} began at ${startedAt}: ${megabytes(bytes)}, ${seconds} s.`,
      hasSecret || config.secret
        ? `Start it with heartbell serve --data ${config.data}`
        : `HEARTBELL_SECRET was not in it: set it, or copy the old data folder’s file secret to ${secretFile(config.data)}, then start heartbell serve --data ${config.data}`,
    ]
    const data = { data: config.data, release, startedAt, files, bytes, seconds, secret: hasSecret }
    if (secrets.length > 1) lines.push('A new secret was being introduced: heartbell secret rotate goes on with it.')
    return { data, text: lines.join('\n') }
  },
}

/** A file that can't be used is a wrong call. */
async function explain(error: unknown): Promise<never> {
  const { InvalidBackup } = await import('../../database/backup/backup-file.ts')
  throw error instanceof InvalidBackup ? new WrongCall(error.message) : error
}

async function readSealed(call: Call, sealed: SealedSecrets | null): Promise<string[]> {
  // Given with the environment, it is given to the server as well.
  if (!sealed || call.config().secret) return []
  const phrase = await readPassphrase(call)
  if (!phrase)
    throw new WrongCall(
      'HEARTBELL_SECRET is sealed in this backup: give its passphrase with --passphrase-file, or set HEARTBELL_SECRET.',
    )
  const secrets = await openSecrets(sealed, phrase)
  if (secrets === null) throw new WrongCall('This is not the passphrase that HEARTBELL_SECRET was sealed with.')
  return secrets
}

const elsewhere = (what: string) =>
  `DATABASE_URL names a PostgreSQL of your own, and this command is for the embedded one. ${what} with PostgreSQL’s own tools (pg_dump and pg_restore, or pg_basebackup): docs/operating.md shows how.`
