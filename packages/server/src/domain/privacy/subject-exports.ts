/** What a person asked to know, put together when a platform passes the question on, and kept for the merchant to give. */
import type { Sql } from '../../database/connect.ts'
import { newId } from '../secrets/ids.ts'
import type { Store } from '../stores/stores.ts'
import { describeSubject } from './describe-subject.ts'
import type { Who } from './subjects.ts'

export type Asked = { source: string; requestId: string }

/** Asked again, it is the same export, as it is now. */
export async function keepExport(sql: Sql, store: Store, { source, requestId }: Asked, who: Who): Promise<void> {
  const contents = await describeSubject(sql, store, who)
  await sql`
    insert into subject_exports (store_id, export_id, source, request_id, contents)
    values (${store.storeId}, ${newId()}, ${source}, ${requestId}, ${sql.json({ ...who, ...contents } as never)})
    on conflict (store_id, source, request_id) do update
    set contents = excluded.contents`
}

export type SubjectExport = Asked & { exportId: string; createdAt: Date; contents: unknown }

export async function listExports(sql: Sql, { storeId }: Store): Promise<SubjectExport[]> {
  return await sql<SubjectExport[]>`
    select export_id, source, request_id, contents, created_at
    from subject_exports
    where store_id = ${storeId}
    order by created_at desc, export_id`
}
