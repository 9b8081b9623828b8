/** A store's own templates, version by version: the newest counts, and without one the built-in speaks. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import type { Store } from '../stores/stores.ts'

/** `locale` is a language, a language with its country, or `*` for all that have no template of their own. */
export type TemplateKey = { topic: string; medium: string; locale: string }

/** A part that is null is the built-in's; all three: back to the built-in. */
export type TemplateSource = { subject: string | null; html: string | null; text: string | null }

export type StoredTemplate = TemplateKey & TemplateSource & { version: number; author: string; createdAt: Date }

const columns = 'topic, medium, locale, version, subject, body_html as html, body_text as text, author, created_at'

/** Those in force. */
export async function fetchTemplates(sql: Sql, storeId: number): Promise<StoredTemplate[]> {
  const newest = await sql<StoredTemplate[]>`
    select distinct on (topic, medium, locale) ${sql.unsafe(columns)}
    from templates
    where store_id = ${storeId}
    order by topic, medium, locale, version desc`
  return newest.filter(isOwn)
}

export const isOwn = ({ subject, html, text }: TemplateSource) => subject !== null || html !== null || text !== null

/** Newest first. */
export async function fetchVersions(
  sql: Sql,
  { storeId }: Store,
  { topic, medium, locale }: TemplateKey,
): Promise<StoredTemplate[]> {
  return await sql<StoredTemplate[]>`
    select ${sql.unsafe(columns)}
    from templates
    where store_id = ${storeId}
      and topic = ${topic}
      and medium = ${medium}
      and locale = ${locale}
    order by version desc
    limit 200`
}

/** Adds a version, unless the newest says the same: a repeated call changes nothing. */
export async function saveTemplate(
  sql: Database,
  store: Store,
  key: TemplateKey,
  source: TemplateSource,
  author: string,
): Promise<StoredTemplate> {
  return await transaction(sql, async (sql) => {
    // Two who save at once take turns, so that each version has one number.
    await sql`
      select
      from stores
      where store_id = ${store.storeId}
      for no key update`
    const [newest] = await fetchVersions(sql, store, key)
    if (newest && saysTheSame(newest, source)) return newest
    const [saved] = await sql<StoredTemplate[]>`
      insert into templates (store_id, topic, medium, locale, version, subject, body_html, body_text, author)
      values (
        ${store.storeId}, ${key.topic}, ${key.medium}, ${key.locale}, ${(newest?.version ?? 0) + 1},
        ${source.subject}, ${source.html}, ${source.text}, ${author}
      )
      returning ${sql.unsafe(columns)}`
    return saved!
  })
}

const saysTheSame = (one: TemplateSource, other: TemplateSource) =>
  one.subject === other.subject && one.html === other.html && one.text === other.text
