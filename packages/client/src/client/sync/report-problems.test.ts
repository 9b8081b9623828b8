import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openApi } from './call-api.ts'
import { reportProblems } from './report-problems.ts'

let said: string[] = []
beforeEach(() => {
  said = []
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((text) => void said.push(`${level} ${text}`))
})
afterEach(() => vi.restoreAllMocks())

const page = '<!doctype html><title>Not found</title>'
const json = (type: string) => JSON.stringify({ error: true, type, msg: 'The token is too old.' })

test.each([
  [
    'a 404 page of the shop',
    '',
    'https://one.example',
    page,
    404,
    'lists/create',
    /error.*store is missing.*data-store/,
  ],
  [
    'an unknown pid',
    'PID',
    'https://two.example',
    json('unknown-store'),
    404,
    'lists/create',
    /error.*"PID".*data-store/,
  ],
  [
    'an API key instead of a pid',
    'hbk_secret',
    'https://five.example',
    json('unknown-store'),
    404,
    'lists/create',
    /error.*API key.*every visitor.*Revoke/,
  ],
  [
    'what the service refuses',
    'pid',
    'https://six.example',
    json('bad-field'),
    400,
    'lists/x',
    /lists\/x: The token is/,
  ],
  ['a 404 page', 'pid', 'https://three.example', page, 404, 'lists/create', /error.*three.*data-api/],
  ['a page for every address', 'pid', 'https://four.example', page, 200, 'lists/create', /error.*four.*data-api/],
  [
    'a refused token',
    'pid',
    '',
    json('bad-identity'),
    401,
    'lists/user-validate-sync',
    /error.*identity token.*too old/,
  ],
] as const)(
  '%s is named in the console, once, and the call fails',
  async (_, store, api, text, status, path, expected) => {
    const send = async () => new Response(text, { status })
    const post = reportProblems(openApi(api, store, send), { api, store })
    for (let tries = 0; tries < 2; tries++)
      // what is not from the service counts as no answer, so that a change is sent again later
      await expect(post(path, {})).rejects.toMatchObject({ status: text === page ? 0 : status })
    expect(said).toEqual([expect.stringMatching(expected)])
  },
)

test('without an answer the console names the setting origins and its command', async () => {
  const send = () => Promise.reject(new TypeError('Failed to fetch'))
  const post = reportProblems(openApi('https://seven.example', 'pid', send), {
    api: 'https://seven.example',
    store: 'pid',
  })
  await expect(post('lists/create', {})).rejects.toMatchObject({ status: 0 })
  expect(said.join()).toMatch(/setting origins.*heartbell store set pid origins=/)
})

test('an expired session is no problem of the page', async () => {
  const send = async () => new Response(json('bad-session'), { status: 401 })
  const post = reportProblems(openApi('', 'pid', send), { api: '', store: 'pid' })
  await expect(post('lists/user-validate-sync', {})).rejects.toMatchObject({ status: 401 })
  expect(said).toEqual([])
})
