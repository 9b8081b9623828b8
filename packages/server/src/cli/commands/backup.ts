/** `heartbell backup` and `heartbell restore`: the embedded database to and from one file. */
import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { recordInstallationAct } from '../../domain/audit/audit.ts'
import { commandActor } from '../plumbing/audited-command.ts'
import { findSecrets, openSecrets, type SealedSecrets, sealSecrets, writeSecrets } from '../plumbing/backup-secret.ts'
import type { Command, CommandCall, Flag } from '../plumbing/command.ts'
import { readPassphrase } from '../plumbing/passphrase.ts'
import { showProgress } from '../plumbing/progress.ts'
import { readVersion } from '../plumbing/version.ts'
import { oldSecretFile, secretFile } from '../settings/secret.ts'
import { UsageError } from '../settings/usage-error.ts'

const passphrase = (what: string): Flag => ({
  type: 'string',
  value: 'FILE',
  what: `${what} (or HEARTBELL_PASSPHRASE)`,
})

const secondsSince = (since: number) => Math.round((Date.now() - since) / 100) / 10
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

export const backup: Command = {
  name: 'backup',
  what: 'write the embedded database to one file, also while the server runs',
  usage: 'FILE',
  args: { min: 1, max: 1 },
  flags: { 'passphrase-file': passphrase('include HEARTBELL_SECRET, encrypted with the passphrase in this file') },
  audit: 'act',
  examples: [
    'heartbell backup heartbell-2026-11-15.backup --passphrase-file passphrase.txt',
    'heartbell backup /srv/backups/heartbell.backup --data /var/lib/heartbell --json',
  ],
  run: async (call) => {
    const config = call.config()
    if (config.databaseUrl) throw new UsageError(elsewhere('Back it up'))
    const file = resolve(call.args[0]!)
    const folder = await stat(dirname(file)).catch(() => null)
    if (!folder?.isDirectory()) throw new UsageError(`The folder ${dirname(file)} does not exist. Create it first.`)
    const phrase = await readPassphrase(call)
    const secrets = await findSecrets(config)
    if (phrase && secrets.length === 0)
      throw new UsageError(`There is no secret in ${config.data} to include. Give the data folder with --data.`)
    const since = Date.now()
    const { backUp } = await import('../../database/backup/backup.ts')
    const progress = showProgress(process.stderr, null)
    const backingUp = backUp({
      ...{ data: config.data, file, release: await readVersion() },
      notes: { secret: phrase ? await sealSecrets(secrets, phrase) : null },
      onOpen: (sql) =>
        recordInstallationAct(sql, commandActor(), { act: 'backup-taken', facts: { file, secret: !!phrase } }),
      onCopied: async () => {
        // The files copied last may be sealed with a secret that is newer than the one in the header.
        const isNew = (secret: string) => !secrets.includes(secret)
        if (phrase && (await findSecrets(config)).some(isNew))
          throw new Error(
            'HEARTBELL_SECRET was replaced during the backup, so no file was written. Run the backup again.',
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
      `${file} contains every write acknowledged before ${finishedAt}: ${size}, ${seconds} s.`,
      phrase
        ? 'HEARTBELL_SECRET is included, encrypted with the passphrase. Store the passphrase in another place.'
        : `HEARTBELL_SECRET is not included, and the backup cannot be used without it. Store ${kept} in another place, or include it with --passphrase-file.`,
      'The rest of the file is not encrypted.',
    ]
    return { data: { file, files, bytes, fileBytes, finishedAt, seconds, secret: !!phrase }, text: lines.join('\n') }
  },
}

export const restore: Command = {
  name: 'restore',
  what: 'create a data folder from a file written by backup',
  usage: 'FILE --data DIR',
  args: { min: 1, max: 1 },
  flags: {
    data: { type: 'string', value: 'DIR', what: 'the folder to create; it must be empty or not exist yet' },
    'passphrase-file': passphrase('the passphrase that HEARTBELL_SECRET was encrypted with'),
  },
  audit: { notAnAct: 'creates a new data folder' },
  examples: [
    'heartbell restore heartbell-2026-11-15.backup --data restored --passphrase-file passphrase.txt',
    'HEARTBELL_SECRET=… heartbell restore heartbell.backup --data /var/lib/heartbell-new --json',
  ],
  run: async (call) => {
    const config = call.config()
    if (call.flag('data') === undefined)
      throw new UsageError('Give the folder to restore to: --data DIR, empty or not existing yet.')
    if (config.databaseUrl) throw new UsageError(elsewhere('Restore it'))
    const file = resolve(call.args[0]!)
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
      `${config.data} contains the backup that heartbell ${release} started at ${startedAt}: ${megabytes(bytes)}, ${seconds} s.`,
      hasSecret || config.secret
        ? `Start it with heartbell serve --data ${config.data}`
        : `The backup does not include HEARTBELL_SECRET. Set it, or copy the file “secret” of the old data folder to ${secretFile(config.data)}, then run heartbell serve --data ${config.data}`,
    ]
    const data = { data: config.data, release, startedAt, files, bytes, seconds, secret: hasSecret }
    if (secrets.length > 1) lines.push('A secret rotation was in progress. Finish it with heartbell secret rotate.')
    return { data, text: lines.join('\n') }
  },
}

/** An unusable file is a usage error. */
async function explain(error: unknown): Promise<never> {
  const { InvalidBackup } = await import('../../database/backup/backup-file.ts')
  throw error instanceof InvalidBackup ? new UsageError(error.message) : error
}

async function readSealed(call: CommandCall, sealed: SealedSecrets | null): Promise<string[]> {
  // If it is set in the environment, the server will get it there as well.
  if (!sealed || call.config().secret) return []
  const phrase = await readPassphrase(call)
  if (!phrase)
    throw new UsageError(
      'HEARTBELL_SECRET is encrypted in this backup. Give its passphrase with --passphrase-file, or set HEARTBELL_SECRET.',
    )
  const secrets = await openSecrets(sealed, phrase)
  if (secrets === null) throw new UsageError('This is not the passphrase that HEARTBELL_SECRET was encrypted with.')
  return secrets
}

const elsewhere = (what: string) =>
  `DATABASE_URL is set, and this command works only for the embedded PostgreSQL. ${what} with PostgreSQL’s own tools (pg_dump and pg_restore, or pg_basebackup): docs/operating.md shows how.`
