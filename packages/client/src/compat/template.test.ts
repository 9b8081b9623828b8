import { expect, test } from 'vitest'
import { renderTemplateString } from './template.ts'

test.each([
  ['a value', 'Hello {{name}}, {{ name }}!', { name: 'Ada' }, 'Hello Ada, Ada!'],
  [
    'text is escaped',
    '<b title="{{x}}">{{x}}</b>',
    { x: `<i>"&'</i>` },
    '<b title="&lt;i&gt;&quot;&amp;&#39;&lt;/i&gt;">&lt;i&gt;&quot;&amp;&#39;&lt;/i&gt;</b>',
  ],
  ['HTML on request', '{{{x}}} {{& x}}', { x: '<i>' }, '<i> <i>'],
  ['missing and empty', '[{{a}}{{b}}{{c}}]', { b: null, c: 0 }, '[0]'],
  [
    'a section for each',
    '{{#list}}<li>{{dt}}</li>{{/list}}',
    { list: [{ dt: 'A' }, { dt: 'B' }] },
    '<li>A</li><li>B</li>',
  ],
  ['a section of texts', '{{#list}}{{.}},{{/list}}', { list: ['a', '<'] }, 'a,&lt;,'],
  [
    'a true and a false section',
    '{{#yes}}in{{/yes}}{{^yes}}out{{/yes}}{{#no}}in{{/no}}{{^no}}out{{/no}}',
    { yes: true, no: false },
    'inout',
  ],
  ['an empty list is false', '{{#list}}x{{/list}}{{^list}}none{{/list}}', { list: [] }, 'none'],
  ['a missing section is false', '{{#gone}}x{{/gone}}{{^gone}}none{{/gone}}', {}, 'none'],
  ['a section of an object', '{{#a}}{{b}} {{c}}{{/a}}', { a: { b: 1 }, c: 2 }, '1 2'],
  ['names along dots', '{{a.b.c}}{{a.x.c}}', { a: { b: { c: 'deep' } } }, 'deep'],
  ['the inner name counts', '{{#a}}{{name}}{{/a}}', { name: 'outer', a: { name: 'inner' } }, 'inner'],
  [
    'nested sections of one name',
    '{{#a}}<{{#a}}{{n}}{{/a}}>{{/a}}',
    { a: [{ n: 1, a: [{ n: 2 }, { n: 3 }] }] },
    '<23>',
  ],
  ['an object has no text', '[{{x}}{{{x}}}{{y}}]', { x: { toString: 'a' }, y: ['a', 1] }, '[a,1]'],
  ['comments', 'a{{! not shown }}b', {}, 'ab'],
  ['tags over several lines', '{{#x}}\n <p\n>{{y}}</p>{{/x}}', { x: [{ y: 1 }] }, '\n <p\n>1</p>'],
  ['an end without a beginning', 'a{{/x}}b', {}, 'ab'],
  ['no tag', 'price: { 5 }', {}, 'price: { 5 }'],
])('%s', (_, template, values, expected) => {
  expect(renderTemplateString(template, values)).toBe(expected)
})

test('names that every object has are not values', () => {
  expect(renderTemplateString('[{{constructor}}{{toString}}]', { a: 1 })).toBe('[]')
})
