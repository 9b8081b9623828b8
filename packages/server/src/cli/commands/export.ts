/** `heartbell export`: a whole store as files, for archiving or for import elsewhere. */
import { announceAct } from '../plumbing/audited-command.ts'
import type { Command } from '../plumbing/command.ts'
import { useNamedStore } from '../plumbing/open-store.ts'
import { passphraseFlag, readPassphrase } from '../plumbing/passphrase.ts'
import { showProgress } from '../plumbing/progress.ts'
import { readVersion } from '../plumbing/version.ts'
import { UsageError } from '../settings/usage-error.ts'

export const exportCommand: Command = {
  name: 'export',
  what: 'write a whole store to a folder; importing it elsewhere gives the same store',
  usage: '--store PID --to DIR',
  flags: {
    store: { type: 'string', value: 'PID', what: 'the store' },
    to: { type: 'string', value: 'DIR', what: 'the folder to create' },
    'passphrase-file': passphraseFlag,
  },
  audit: 'act',
  examples: [
    'heartbell export --store <pid> --to fern-2026-11 --passphrase-file passphrase.txt',
    'heartbell export --store <pid> --to fern-to-read --json',
  ],
  run: async (call) => {
    const to = call.flag('to')
    if (!to) throw new UsageError('Give the folder to write to: --to DIR.')
    const passphrase = await readPassphrase(call)
    const release = await readVersion()
    const { exportStore } = await import('../../transfer/export-store.ts')
    const manifest = await useNamedStore(call, async (sql, store, vault) => {
      await announceAct(sql, store, { act: 'store-exported', facts: { hasSecrets: passphrase !== undefined } })
      const progress = showProgress(process.stderr, null, { unit: 'rows' })
      try {
        return await exportStore(sql, vault, store, {
          ...{ to, release, passphrase },
          onCounted: progress.expect,
          onRows: (rows) => {
            progress.advance(rows)
            progress.add(rows)
          },
        })
      } finally {
        progress.end()
      }
    })
    const rows = manifest.files.reduce((sum, file) => sum + file.rows, 0)
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
    const { pid, name, exportId, exportedAt } = manifest
    const hasSecrets = manifest.secrets !== null
    const lines = [`"${name}" was written to ${to}: ${rows} rows, ${Math.ceil(bytes / 1024)} kB.`, says(hasSecrets)]
    return { data: { pid, to, exportId, exportedAt, rows, bytes, secrets: hasSecrets }, text: lines.join('\n') }
  },
}

const says = (hasSecrets: boolean) =>
  hasSecrets
    ? 'The store’s secrets are encrypted with the passphrase. The rest is not encrypted: protect it like the database.'
    : 'Without a passphrase the store’s secrets are not included. This export is for reading and cannot be imported: with other keys every shopper would get a new regid and lose their lists. Use --passphrase-file to make an export that can be imported.'
