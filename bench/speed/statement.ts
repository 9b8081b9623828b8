/** The exact statement that the server sends: its text, parameters and their types, captured on their way to PostgreSQL. */
import type { Database } from '../../packages/server/src/database/connect.ts'
import { Json } from '../../packages/server/src/database/driver/wire/values.ts'

export type Statement = { text: string; parameters: { value: string | null; type: string }[] }

/** Runs `work` and returns the last statement it sent through `sql`. */
export async function captureStatement(sql: Database, work: () => Promise<unknown>): Promise<Statement> {
  let sent: { text: string; values: readonly unknown[]; types: readonly number[] } | undefined
  const { options } = sql
  options.onStatement = (text, values, types) => (sent = { text, values, types })
  await work().finally(() => delete options.onStatement)
  if (!sent) throw new Error('No statement was sent.')
  const { text, values, types } = sent
  const names = await sql<{ name: string }[]>`
    select format_type(type, null) as name
    from unnest(${types}::oid[]) with ordinality as t (type, place)
    order by place`
  return { text, parameters: values.map((value, index) => ({ value: writeValue(value), type: names[index]!.name })) }
}

/** As it is sent: text, or JSON for values that are not text. */
function writeValue(given: unknown): string | null {
  const value = given instanceof Json ? given.value : given
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
