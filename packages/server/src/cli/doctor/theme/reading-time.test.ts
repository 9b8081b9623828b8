import { expect, test, vi } from 'vitest'
import type { Store } from '../../../domain/stores/stores.ts'
import type { SafeFetch } from '../../../net/safe-fetch.ts'
import { checkTheme } from './theme.ts'

test('a page of scripts that never answer is not waited for longer than half a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const asked: string[] = []
  const html = Array.from({ length: 30 }, (_, number) => `<script src="/hangs-${number}.js"></script>`).join('')
  const fetch = (async (url: string | URL) => {
    const { pathname } = new URL(url)
    if (pathname === '/') return { status: 200, headers: {}, text: async () => html, dump: async () => {} }
    asked.push(pathname)
    vi.advanceTimersByTime(10_000)
    throw new Error('timeout')
  }) as unknown as SafeFetch
  const store = { pid: 'pid', settings: { origins: null } } as unknown as Store
  const started = performance.now()
  const checks = await checkTheme({ fetch, store, api: new URL('https://wishes.example') }, 'https://shop.example/')
  expect(performance.now() - started).toBeLessThanOrEqual(30_000)
  expect(asked).toEqual(['/hangs-0.js', '/hangs-1.js'])
  expect(checks[0]).toMatchObject({ name: 'page', says: expect.stringContaining('not read: shop.example') })
  vi.useRealTimers()
})
