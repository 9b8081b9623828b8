/** Reads a store's settings, and changes its name and settings together. */
import type { Sql } from '../../database/connect.ts'
import { changeSettings, printSettings, type SettingTexts } from '../settings/settings.ts'

/** All settings as text, defaults included. */
export async function readStoreSettings(sql: Sql, storeId: number): Promise<SettingTexts> {
  const [row] = await sql<{ settings: SettingTexts }[]>`
    select settings
    from stores
    where store_id = ${storeId}`
  return printSettings(row!.settings)
}

export type StoreChange = { name?: string | undefined; changes: SettingTexts }

/** Returns the values before and after for the audit trail; null when there is no such store. */
export async function changeStore(
  sql: Sql,
  storeId: number,
  { name, changes }: StoreChange,
): Promise<{ settings: SettingTexts; before: SettingTexts; after: SettingTexts } | null> {
  const [current] = await sql<{ name: string; settings: SettingTexts }[]>`
    select name, settings
    from stores
    where store_id = ${storeId}
    for no key update`
  if (!current) return null
  if (name !== undefined)
    await sql`
      update stores
      set name = ${name},
          updated_at = now()
      where store_id = ${storeId}`
  const settings = (await changeSettings(sql, storeId, changes))!
  const printed = printSettings(current.settings)
  const words = Object.keys(changes)
  const pick = (all: SettingTexts, name: string) => ({
    ...Object.fromEntries(words.map((word) => [word, all[word] ?? ''])),
    ...(changedName && { name }),
  })
  const changedName = name !== undefined && name !== current.name
  return { settings, before: pick(printed, current.name), after: pick(settings, name ?? current.name) }
}
