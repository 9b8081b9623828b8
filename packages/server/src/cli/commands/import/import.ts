/** `heartbell import`: a catalog, lists, subscribers or a whole store, from a file, a folder or a URL. */
import type { Command, CommandCall, CommandReply } from '../../plumbing/command.ts'
import { passphraseFlag } from '../../plumbing/passphrase.ts'
import { UsageError } from '../../settings/usage-error.ts'
import { importCatalog } from './import-catalog.ts'
import { importPeople, peopleFlags } from './import-people.ts'
import { importStoreExport } from './import-store.ts'

const kinds: Record<string, (call: CommandCall, kind: string) => Promise<CommandReply>> = {
  'google-feed': importCatalog,
  'shopify-products': importCatalog,
  'lists-csv': importPeople,
  'subscribers-csv': importPeople,
  heartbell: importStoreExport,
}

export const importCommand: Command = {
  name: 'import',
  what: 'import a catalog, lists, subscribers or a whole store; resumes an interrupted import',
  usage: '<file|folder|url>',
  args: { min: 1, max: 1 },
  flags: {
    store: { type: 'string', value: 'PID', what: 'the store' },
    as: { type: 'string', value: 'KIND', what: `the format: ${Object.keys(kinds).join(', ')}` },
    'confirm-removals': { type: 'boolean', what: 'catalogs: also remove more than 30 % of the products' },
    ...peopleFlags,
    'passphrase-file': passphraseFlag,
  },
  audit: 'act',
  examples: [
    'heartbell import products.xml.gz --store <pid> --as google-feed',
    'heartbell import https://shop.example/feed.xml --store <pid> --as google-feed --confirm-removals',
    'heartbell import products_export.csv --store <pid> --as shopify-products',
    'heartbell import wishlists.csv --store <pid> --as lists-csv --dry-run',
    'heartbell import waiting.csv --store <pid> --as subscribers-csv --columns "email=Customer,sku=Article no"',
    'heartbell import fern-2026-11 --as heartbell --passphrase-file passphrase.txt',
  ],
  run: async (call) => {
    const kind = call.flag('as') ?? ''
    const read = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    if (!read) throw new UsageError(`Give the format with --as: ${Object.keys(kinds).join(' or ')}.`)
    return await read(call, kind)
  },
}
