/** `heartbell export`: a whole store as files, to be kept or to be imported elsewhere. */
import { announceAct } from '../plumbing/audited-command.ts'
import type { Command } from '../plumbing/command.ts'
import { useNamedStore } from '../plumbing/open-store.ts'
import { passphraseFlag, readPassphrase } from '../plumbing/passphrase.ts'
import { showProgress } from '../plumbing/progress.ts'
import { readVersion } from '../plumbing/version.ts'
import { WrongCall } from '../settings/usage-error.ts'

export const exportCommand: Command = {
  name: 'export',
  what: 'write all of a store into a folder; importing it elsewhere gives the same store',
  takes: '--store PID --to DIR',
  flags: {
    store: { type: 'string', value: 'PID', what: 'the store' },
    to: { type: 'string', value: 'DIR', what: 'the folder to make' },
    'passphrase-file': passphraseFlag,
  },
  audit: 'act',
  examples: [
    'heartbell export --store <pid> --to fern-2026-11 --passphrase-file passphrase.txt',
    'heartbell export --store <pid> --to fern-to-read --json',
  ],
  run: async (call) => {
    const to = call.flag('to')
    if (!to) throw new WrongCall('Say where to: --to DIR.')
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
    const lines = [`"${name}" is in ${to}: ${rows} rows, ${Math.ceil(bytes / 1024)} kB.`, says(hasSecrets)]
    return { data: { pid, to, exportId, exportedAt, rows, bytes, secrets: hasSecrets }, text: lines.join('\n') }
  },
}

const says = (hasSecrets: boolean) =>
  hasSecrets
    ? 'Its secrets are sealed with the passphrase. Everything else in it can be read: keep it as you keep the database.'
    : 'Without a passphrase its secrets stay here, so it is for reading: it can’t be imported, because with other keys every shopper would get a new regid and find nothing. With --passphrase-file it can.'
