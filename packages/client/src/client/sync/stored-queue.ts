/** Changes of the stored queue, read each time: another tab may have changed it. */
import type { Change } from '../records.ts'
import type { LocalData } from './local-data.ts'

/** `null` removes the change. */
export type Amend = (isMeant: (change: Change) => unknown, more: Partial<Change> | null) => void

export const storedChanges = (localData: LocalData): Change[] => localData.read<Change[]>('queue') ?? []

export const openAmend =
  (localData: LocalData): Amend =>
  (isMeant, more) =>
    localData.write(
      'queue',
      storedChanges(localData).flatMap((change) => (isMeant(change) ? (more ? { ...change, ...more } : []) : change)),
    )
