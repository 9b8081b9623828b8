/** Data exports for a person's request that a platform forwarded, stored for the merchant to hand out. */
import type { Sql } from '../../database/connect.ts'
import { newId } from '../secrets/ids.ts'
import type { Store } from '../stores/stores.ts'
import { describeSubject } from './describe-subject.ts'
import type { SubjectQuery } from './subjects.ts'

export type SubjectRequest = { source: string; requestId: string }

/** A repeated request replaces the export with current data. */
export async function saveSubjectExport(
  sql: Sql,
  store: Store,
  { source, requestId }: SubjectRequest,
  who: SubjectQuery,
): Promise<void> {
  const contents = await describeSubject(sql, store, who)
  await sql`
    insert into subject_exports (store_id, export_id, source, request_id, contents)
    values (${store.storeId}, ${newId()}, ${source}, ${requestId}, ${sql.json({ ...who, ...contents } as never)})
    on conflict (store_id, source, request_id) do update
    set contents = excluded.contents`
}

export type SubjectExport = SubjectRequest & { exportId: string; createdAt: Date; contents: unknown }

export async function listSubjectExports(sql: Sql, { storeId }: Store): Promise<SubjectExport[]> {
  return await sql<SubjectExport[]>`
    select export_id, source, request_id, contents, created_at
    from subject_exports
    where store_id = ${storeId}
    order by created_at desc, export_id`
}
