// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are code
/** Shows that a status written beside the table of states is found. */
import { expect, test } from 'vitest'
import { parseSource } from './sources.ts'
import { findLiteralStatuses } from './subscription-status.ts'

const find = (text: string) => findLiteralStatuses([parseSource('src/alerts.ts', text)])

test('a status from the table passes, and so does a status that is only read', () => {
  expect(find("sql`update subscriptions set status = ${statusAfter(sql, 'buy')}, updated_at = now()`")).toEqual([])
  const either = "case when was = 'left' then ${statusAfter(sql, 'buy')} else ${statusAfter(sql, 'leave')} end"
  expect(find(`sql\`update subscriptions\n set status = ${either}\n where store_id = 1\``)).toEqual([])
  expect(find("sql`update subscriptions set shopper_id = null where status = 'left'`")).toEqual([])
  expect(find("sql`update deliveries set status = 'sent' where store_id = 1`")).toEqual([])
  expect(find("sql`insert into subscriptions (status) select ${firstStatus(sql, 'import')}`")).toEqual([])
})

test('a literal state is found: alone, in a case, as a parameter, on a conflict', () => {
  const found = ["src/alerts.ts:1 sets status to 'left'"]
  expect(find("sql`update subscriptions set status = 'left' where store_id = 1`")).toEqual(found)
  expect(find("sql`update subscriptions\n set url = '',\n status = 'left',\n locale = null\n from x`")).toEqual(found)
  const either = "case when status = 'told' then 'waiting' else status end"
  expect(find(`sql\`with a as (update subscriptions a\n set status = ${either}\n from b)\``)).toHaveLength(1)
  expect(find('sql`update subscriptions set status = ${status}`')).toHaveLength(1)
  const insert = "insert into subscriptions (status) values (${firstStatus(sql, 'import')})"
  expect(find(`sql\`${insert} on conflict (address) do update set status = 'left'\``)).toEqual(found)
})

test('an insert that does not name the first state is found', () => {
  expect(find('sql`insert into subscriptions (address) values (${address})`')).toEqual([
    'src/alerts.ts:1 inserts subscriptions without firstStatus',
  ])
})
