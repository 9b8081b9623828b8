// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are the values of statements.
import { expect, test } from 'vitest'
import { findMutants } from './sql-mutants.ts'

const source = `
const rows = await sql<Row[]>\`
  with held as (
    select distinct on (list_id) list_id
    from lists -- and a remark
    where store_id = \${storeId}
      and shopper_id = \${who.map(({ id }) => id)}
      and not exists (
        select from items
        where items.store_id = \${storeId}
          and items.list_id = lists.list_id
      )
      and age <= \${most}
      and seen_at < now()
    order by list_id
    limit 5
    for update skip locked
  )
  update lists
  set note = coalesce(note, \${note}),
      name = \${name},
      updated_at = now()
  from held
  where lists.store_id = \${storeId}
    and \${isOpen ? sql\`lists.open
    and lists.shown\` : sql\`true\`}
  on conflict (store_id, list_id) do nothing\``

const mutants = findMutants('lists.ts', source)
const broken = ({ from, to, replacement }: (typeof mutants)[number]) =>
  source.slice(0, from) + replacement + source.slice(to)

test('a statement is broken at each condition, bound, lock, order, limit, assignment and repeat', () => {
  expect(mutants.map(({ line, kind, was }) => `${line} ${kind}: ${was}`).sort()).toEqual(
    [
      '7 condition: and shopper_id = ${who.map(({ id }) => id)}',
      '8 condition: and not exists ( select from items where items.store_id = ${storeId} and items.list_id = lists.list_id )',
      '11 condition: and items.list_id = lists.list_id',
      '13 condition: and age <= ${most}',
      '13 bound: <=',
      '14 condition: and seen_at < now()',
      '15 order: order by list_id',
      '16 limit: limit 5',
      '17 lock: for update skip locked',
      '17 lock: skip locked',
      '20 assignment: note = coalesce(note, ${note}),',
      '21 assignment: name = ${name},',
      '25 condition: and ${isOpen ? sql`lists.open and lists.shown` : sql`true`}',
      '26 condition: and lists.shown',
      '27 repeat: on conflict (store_id, list_id) do nothing',
    ].sort(),
  )
})

test('what belongs to the store is left to the law of the house', () => {
  expect(mutants.filter(({ was }) => /^\w+ (\w+\.)?store_id/.test(was))).toEqual([])
})

test('what is left is the statement without that one thing', () => {
  const [condition] = mutants.filter(({ was }) => was.startsWith('and not exists'))
  expect(broken(condition!).replace(/\s+/g, ' ')).toContain('({ id }) => id)} and age <=')
  const [bound] = mutants.filter(({ kind }) => kind === 'bound')
  expect(broken(bound!)).toContain('and age < ${most}')
  const [assignment] = mutants.filter(({ was }) => was.startsWith('name'))
  expect(broken(assignment!).replace(/\s+/g, ' ')).toContain('${note}), updated_at = now() from held')
})
