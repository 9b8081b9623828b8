/** Restoring a deleted list. */
import { listNames } from '../wire/names.ts'
import { resource } from '../wire/resource.ts'
import { listCall, listId, listRecord, overQuota, unknownList } from './lists.ts'

export const restoreList = listCall(
  'restore-list',
  'Restore a deleted list with its id, its items and its public page',
  resource(listNames, { listId }),
  listRecord.wire.strict(),
  { refusals: [unknownList, [409, 'too-many-lists'], ...overQuota] },
)
