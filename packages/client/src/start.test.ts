import { afterEach, expect, test, vi } from 'vitest'
import { asAttributes } from './start.ts'
import { expectStart } from './state.ts'
import { nearestName, settingNames } from './widgets/setting-names.ts'
import { listInAddress } from './widgets/shared/list-in-address.ts'
import { unrendered } from './widgets/shared/unrendered.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('settings may have the names of the script tag, and the console names one that does not exist', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const given = { store: 'PID', api: 'https://wishes.example', 'sign-in': '/login', 'data-share-url': '/w?list={lid}' }
  expect(asAttributes({ ...given, deviceOnly: true, sms: false })).toEqual({
    ...{ store: 'PID', api: 'https://wishes.example', deviceOnly: '' },
    ...{ signIn: '/login', shareUrl: '/w?list={lid}' },
  })
  expect(warn).not.toHaveBeenCalled()
  asAttributes({ ...given, curency: 'EUR' } as never)
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/no setting curency.*Did you mean currency\?/))
})

test.each([
  ['stroe', 'store'],
  ['signin', 'signIn'],
  ['sharedUrl', 'shareUrl'],
  ['langs', 'lang'],
  // nothing is near
  ['locale', undefined],
  ['id', undefined],
])('a setting %s means %s', (given, meant) => {
  expect(nearestName(given, settingNames)).toBe(meant)
})

test('a template that was not rendered is no value of an attribute', () => {
  for (const text of ['{{ product.id }}', '{% if a %}1', 'undefined', 'null', 'NaN']) expect(text).toMatch(unrendered)
  for (const text of ['101', 'null-7', 'Undefined Mug', '{"id": 1}', '[{"id": 1}]', '100 %', 'gid://shopify/Product/1'])
    expect(text).not.toMatch(unrendered)
})

test('components without a provider are named in the console, once', () => {
  vi.useFakeTimers()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  // on a server nothing is expected
  expectStart()
  vi.stubGlobal('document', {})
  expectStart()
  expectStart()
  vi.advanceTimersByTime(10_000)
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('<HeartbellProvider>'))
})

const id = 'nlmLs9Tv01a1e3ce7340749a881a14231bd90481'

test.each([
  [id, id],
  // a sign that a mail program added, and an end that it cut off
  [`${id}.`, id],
  [id.slice(0, 30), id.slice(0, 30)],
  // a list of this store whose end is wrong
  ['nlmLs9Tvdoesnotexist', 'nlmLs9Tvdoesnotexist'],
  // other uses of the parameter
  ['grid', undefined],
  ['summer-collection-2026', undefined],
])('?list=%s names the list %s', (given, expected) => {
  vi.stubGlobal('location', { search: `?list=${given}` })
  expect(listInAddress('nlmLs9Tv4zTdn9HO0CS6j6EPfOhwozok7NbfuwbV4vo=')).toBe(expected)
})
