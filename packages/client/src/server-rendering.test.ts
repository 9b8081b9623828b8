import { expect, test } from 'vitest'

test.each([
  './callbacks/callbacks.ts',
  './compat.ts',
  './client/client.ts',
  './widgets/callbacks.ts',
  './widgets/core.ts',
  './widgets/list/drawer.ts',
  './widgets/notify/notify.ts',
  './widgets/picker.ts',
  './widgets/saved.ts',
  './cart/shopify.ts',
])('%s can be imported without a page', async (file) => {
  expect(globalThis.document).toBeUndefined()
  expect(Object.keys(await import(file)).length).toBeGreaterThan(0)
})
