/** A store's name and settings changed together, with what stood there before for the audit trail. */
import type { Sql } from '../../database/connect.ts'
import { changeSettings, printSettings, type SettingTexts } from '../settings/settings.ts'

export type StoreChange = { name?: string | undefined; changes: SettingTexts }

/** Name and settings together, with the values before and after for the audit trail; null when there is no such store. */
export async function changeStore(
  sql: Sql,
  storeId: number,
  { name, changes }: StoreChange,
): Promise<{ settings: SettingTexts; before: SettingTexts; after: SettingTexts } | null> {
  const [held] = await sql<{ name: string; settings: SettingTexts }[]>`
    select name, settings
    from stores
    where store_id = ${storeId}
    for no key update`
  if (!held) return null
  if (name !== undefined)
    await sql`
      update stores
      set name = ${name},
          updated_at = now()
      where store_id = ${storeId}`
  const settings = (await changeSettings(sql, storeId, changes))!
  const printed = printSettings(held.settings)
  const words = Object.keys(changes)
  const pick = (all: SettingTexts, name: string) => ({
    ...Object.fromEntries(words.map((word) => [word, all[word] ?? ''])),
    ...(changedName && { name }),
  })
  const changedName = name !== undefined && name !== held.name
  return { settings, before: pick(printed, held.name), after: pick(settings, name ?? held.name) }
}
