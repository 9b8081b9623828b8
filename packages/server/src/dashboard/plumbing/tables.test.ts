import { expect, test } from 'vitest'
import { writeCell } from './tables.ts'

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['x;=1+1;@SUM(A1)', `"x;'=1+1;'@SUM(A1)"`],
  ['+49 30', "'+49 30"],
  ['-x', "'-x"],
  ['@sum', "'@sum"],
  ['\t=1', "'\t=1"],
  [-5, '-5'],
  [null, ''],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
  [{ a: 1 }, '"{""a"":1}"'],
])('a cell of %j is written %j', (value, written) => {
  expect(writeCell(value)).toBe(written)
})
