/** `heartbell import`: a catalog, lists, waiting people or a whole store, from a file, a folder or an address. */
import type { Call, Command, Reply } from '../../plumbing/command.ts'
import { passphraseFlag } from '../../plumbing/passphrase.ts'
import { WrongCall } from '../../settings/usage-error.ts'
import { importCatalog } from './import-catalog.ts'
import { importPeople, peopleFlags } from './import-people.ts'
import { importArchive } from './import-store.ts'

const kinds: Record<string, (call: Call, kind: string) => Promise<Reply>> = {
  'google-feed': importCatalog,
  'shopify-products': importCatalog,
  'lists-csv': importPeople,
  'subscribers-csv': importPeople,
  heartbell: importArchive,
}

export const importCommand: Command = {
  name: 'import',
  what: 'read a catalog, lists, waiting people or a whole store; after a break, go on where it stopped',
  takes: '<file|folder|url>',
  words: { least: 1, most: 1 },
  flags: {
    store: { type: 'string', value: 'PID', what: 'the store' },
    as: { type: 'string', value: 'KIND', what: `what it is: ${Object.keys(kinds).join(', ')}` },
    'confirm-removals': { type: 'boolean', what: 'catalogs: also take out more than 30 % of what is there' },
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
    if (!read) throw new WrongCall(`--as says what it is: ${Object.keys(kinds).join(' or ')}.`)
    return await read(call, kind)
  },
}
