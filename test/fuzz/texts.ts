/** Texts that hostile and careless callers send; each has a special meaning to some program. */

const long = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)

const sql = [
  `' or 1=1 --`,
  `'; drop table lists; --`,
  `") or ("1"="1`,
  `1; select pg_sleep(1)`,
  `' union select secret_hash from api_keys --`,
  `\\'; truncate items; --`,
  `$1`,
  `\${store_id}`,
  `%' and name like '%`,
  `'::uuid`,
  `null::text`,
  `E'\\x00'`,
]

const html = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `javascript:alert(1)`,
  `java\tscript:alert(1)`,
  `data:text/html;base64,PHNjcmlwdD4=`,
  `{{constructor.constructor('return process')()}}`,
  `{% include "/etc/passwd" %}`,
  `&#x3C;b&#x3E;`,
  `<![CDATA[x]]>`,
  `http://[::1]:80/`,
  `http://a@b:c/`,
  `//evil.example/x`,
]

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
  'length',
  '__defineGetter__',
  'a.b',
  'a[0]',
  'a[]',
  '$where',
  '',
]

const paths = [
  '../../../etc/passwd',
  '..%2f..%2f',
  '/dev/null',
  'C:\\Windows',
  'file:///etc/passwd',
  '%00',
  '%zz',
  '%',
  '%e0%80',
  '+',
  '%2B',
  '%252B',
]

const unstorable = ['\0', 'nul\0inside', '\ud800', 'half\ud83c', '\udf81\ud83c half']

const unicode = [
  '\ufeffBOM',
  '\u202eesrever',
  '\u200b\u200b\u200b',
  'e\u0301\u0301\u0301',
  '🎁'.repeat(60),
  '👩‍👩‍👧‍👦',
  'ﷺ'.repeat(30),
  'İıſß',
  '\u2028\u2029',
  '\r\nset-cookie: x=1',
  '\u0001\u001f\u007f\u0085',
  '𝕏'.repeat(3),
  '١٢٣',
  'ǆ',
  long('Z̷a̸l̴g̶o̵', 200),
]

const numbers = [
  '0',
  '-0',
  '-1',
  '1.5',
  '1e3',
  '1e309',
  '-1e309',
  'NaN',
  'Infinity',
  '-Infinity',
  '0x10',
  '0b1',
  '1_000',
  '1,000',
  '007',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '12345678901234567890123456789',
  '-9007199254740993',
  '1e-400',
  '4.9e-324',
  '999999999999999',
  '2147483648',
  '-2147483649',
  ' 5 ',
  '५',
]

const times = ['2026-02-31', '9999-99-99 99:99:99+99', 'now', 'infinity', '-infinity', 'epoch', 'today', '0000-00-00']

const sizes = [
  long('x', 51),
  long('x', 129),
  long('x', 513),
  long('x', 2049),
  long('é', 5000),
  long('🎁', 20_000),
  long('(a+)+', 3000),
  long('a', 30_000),
  long(' ', 5000),
  long('%', 3000),
  long('[', 3000),
]

const cursor = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
const someId = '019a0000-0000-7000-8000-000000000000'
const cursors = [
  cursor(['time', 'desc', '1767225600000', someId]),
  cursor(['time', 'desc', '9'.repeat(13), someId]),
  cursor(['time', 'desc', '-1', '-'.repeat(36)]),
  cursor(['price', 'asc', `${'9'.repeat(13)}.${'9'.repeat(400)}`, someId]),
  cursor(['time', 'desc', '1767225600000', '-'.repeat(36)]),
  cursor(['time', 'desc', '1767225600000', `${someId.slice(0, 35)}x`]),
  cursor(['time', 'desc', '9999-99-99 99:99:99+99', someId]),
  cursor(['price', 'asc', '5', '0'.repeat(36)]),
  cursor(['title', 'asc', '\u0000', someId]),
  cursor(['title', 'desc', '\ud800', someId]),
  cursor(['title', 'asc', `' or 1=1`, someId]),
  cursor([[], {}, null, 5]),
  cursor({ length: 4 }),
  cursor([someId]),
  'bnVsbA',
  '====',
  someId,
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
]

const addresses = [
  `/a${'🎁'.repeat(700)}`,
  `https://shop.example/${'é'.repeat(600)}?q=${'x'.repeat(500)}`,
  '/%F0%9F%8E',
  '/%00',
  '/p/%ED%A0%80',
  '/p/%zz/',
  '///',
  '?',
  '#',
  'https://',
  'http://user:pass@[::ffff:1.2.3.4]:99999/x',
  'localhost:3000/x',
  'mailto:a@b.example',
  'HTTPS://SHOP.EXAMPLE/X',
]

/** Texts that are special only in one field. */
export const textsFor: Record<string, readonly string[]> = {
  next: cursors,
  du: addresses,
  iu: addresses,
  uri: addresses,
}

const plain = [' ', '\t\n', 'null', 'undefined', 'true', 'false', '[object Object]', '{}', '[]', 'a,b', 'a;b']

/** By kind, so that small kinds are tried as often as large ones. */
export const textKinds: readonly (readonly string[])[] = [
  sql,
  html,
  names,
  paths,
  unicode,
  unstorable,
  numbers,
  times,
  sizes,
  cursors,
  plain,
]
