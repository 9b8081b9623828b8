/** The rule about the fields of statements finds a field whose column has another name. */
import { expect, test } from 'vitest'
import { parseSource } from './sources.ts'
import { findUnreadFields } from './statement-fields.ts'

const find = (texts: Record<string, string>) =>
  findUnreadFields(Object.entries(texts).map(([path, text]) => parseSource(path, text)))

test('a field whose alias kept the old name is found', () => {
  expect(find({ 'a.ts': 'type Due = { workIds: string[] }\nconst a = sql<Due[]>`select 1 as wake_ids`' })).toEqual([
    'a.ts:2 returns no column work_ids for workIds',
  ])
})

test('columns, aliases, optional fields and fragments of imported files are known', () => {
  expect(
    find({
      'a.ts':
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample is code
        "import { columns } from './b.ts'\nconst a = sql<{ userId: string; name: string; at?: Date }[]>`select ${columns}`",
      'b.ts': "export const columns = 'user_id, name'",
    }),
  ).toEqual([])
})

test('a type of another file is looked up there', () => {
  expect(
    find({
      'a.ts': "import type { Row } from './b.ts'\nconst a = sql<Row[]>`select user_id from users`",
      'b.ts': 'export type Row = { userId: string; roleName: string }',
    }),
  ).toEqual(['a.ts:2 returns no column role_name for roleName'])
})
