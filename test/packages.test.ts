/** The packages for apps as a developer's editor and tools see them: exports in order, and types for every framework. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packages } from '../bench/faults/parts/packed-install.ts'
import { type Folder, openFolder } from './browser/packed-apps.ts'
import type { Shop } from './browser/shop.ts'
import { snippet } from './browser/snippets.ts'

let folder: Folder
beforeAll(async () => {
  folder = await openFolder([...packages], ['react', 'vue', '@vue', 'svelte', '@types/react'])
})
afterAll(() => folder?.close())

test.each(packages)('publint finds nothing to improve in %s', async (name) => {
  const own = name === 'server' ? 'heartbell' : `@heartbell/${name}`
  const pkgDir = join(folder.path, 'node_modules', own)
  const pkg = JSON.parse(await readFile(join(pkgDir, 'package.json'), 'utf8'))
  const { messages } = await publint({ pkgDir, pack: false, strict: true })
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
})

const elements = `
import { type Heartbell, start } from '@heartbell/client'
const heartbell: Heartbell = start({ store: 'PID', api: 'https://wishes.example' })
const element: HTMLElement = document.createElement('heartbell-heart')
document.querySelector('heartbell-drawer')?.open()
document.addEventListener('heartbell:saved', (event) => {
  const title: string | undefined = event.detail.product.title
  // @ts-expect-error: a saved product has no such field
  event.detail.product.colour
  console.log(title, heartbell, element)
})
`

const react = `
import { HeartbellHeart, HeartbellLater, HeartbellNotify, HeartbellProvider, saveForLater, useCount, useLists, useSaved } from '@heartbell/react'
export function Shop() {
  const saved: boolean = useSaved(101)
  const names: string[] = useLists().map((list) => list.name)
  return (
    <HeartbellProvider store="PID" api="https://wishes.example">
      <HeartbellHeart variant={101} product="10" className="big" variants={[{ id: 101, title: 'Lined' }]}
        onSaved={(event) => console.log(event.detail.product.price, event.detail.list?.name)} onListCreated={(event) => event.detail.list.name} />
      <HeartbellNotify stocks={{ 101: 0, 102: null }} sms />
      <heartbell-count href="/wishlist">{saved} {names} {useCount()}</heartbell-count>
      <HeartbellHeart product={20} variants={[{ id: 201, title: 'Red' }]} price="30.00" />
      <HeartbellLater key="a" row="ROW" variant={101} product={10} url="/n" quantity={2} disabled={saved}
        onSavedForLater={(event) => console.log(event.detail.row)}>Save for later</HeartbellLater>
      <button onClick={() => saveForLater({ variantId: 101, productId: 10, url: '/n' }, 'ROW')} />
      {/* @ts-expect-error: no such attribute */}
      <HeartbellHeart variant={101} product={10} variante={101} />
      {/* @ts-expect-error: no such event */}
      <HeartbellHeart variant={101} product={10} onSafed={() => {}} />
      {/* @ts-expect-error: neither a variant nor variants */}
      <HeartbellHeart product={10} url="/n" />
      {/* @ts-expect-error: no price */}
      <HeartbellHeart variant={101} product={10} price="cheap" />
      {/* @ts-expect-error: the row is missing */}
      <HeartbellLater variant={101} product={10} url="/n" />
      {/* @ts-expect-error: an object is no address */}
      <heartbell-count href={{}} />
    </HeartbellProvider>
  )
}
`

const vue = `
import { HeartbellHeart, HeartbellLater, heartbell, useLists, useSaved } from '@heartbell/vue'
import { createApp, type GlobalComponents, h } from 'vue'
const saved: boolean = useSaved(() => 101).value
const names: string[] = useLists().value.map((list) => list.name)
const registered: GlobalComponents['HeartbellNotify'] | undefined = undefined
createApp({}).use(heartbell, { store: 'PID', api: 'https://wishes.example' })
export const page = [saved, names, registered, h(HeartbellHeart, { variant: 101, product: 10, onSaved: (event) => event.detail.product.price }),
  h(HeartbellLater, { row: 'ROW', variant: 101, product: 10, 'onSaved-for-later': (event) => event.detail.row })]
// @ts-expect-error: the store is missing
createApp({}).use(heartbell, { api: 'https://wishes.example' })
// @ts-expect-error: an object is no address
h(HeartbellHeart, { variant: 101, product: 10, url: {} })
`

const svelte = `
import { HeartbellHeart, HeartbellLater, HeartbellProvider, useCount } from '@heartbell/svelte'
import type { ComponentProps } from 'svelte'
import type { SvelteHTMLElements } from 'svelte/elements'
export const heart: ComponentProps<typeof HeartbellHeart> = { variant: 101, product: 10, onsaved: (event) => event.detail.product.price }
export const later: ComponentProps<typeof HeartbellLater> = { row: 'ROW', variant: 101, onsavedforlater: (event) => event.detail.row }
export const provider: ComponentProps<typeof HeartbellProvider> = { store: 'PID', api: 'https://wishes.example' }
export const plain: SvelteHTMLElements['heartbell-count'] = { href: '/wishlist' }
useCount().subscribe((count: number) => count)
// @ts-expect-error: no such attribute
export const wrong: ComponentProps<typeof HeartbellHeart> = { variant: 101, product: 10, variante: 101 }
`

test('TypeScript knows elements, events, components, hooks, composables and stores, and refuses what is wrong', async () => {
  folder.write('types/elements.ts', elements)
  folder.write('types/react.tsx', react)
  folder.write(
    'types/react-cart.tsx',
    snippet('react-cart', { url: 'https://wishes.example', store: { pid: 'PID' } as Shop['store'] }),
  )
  folder.write('types/vue.ts', vue)
  folder.write('types/svelte.ts', svelte)
  const compilerOptions = {
    ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2022', jsx: 'react-jsx' },
    ...{ strict: true, noEmit: true, types: [], lib: ['es2023', 'dom', 'dom.iterable'], skipLibCheck: true },
  }
  folder.write('types/tsconfig.json', JSON.stringify({ compilerOptions }))
  const typescript = join(dirname(createRequire(import.meta.url).resolve('typescript')), 'tsc.js')
  const checked = promisify(execFile)(process.execPath, [typescript, '-p', join(folder.path, 'types')])
  expect((await checked.catch((error) => error)).stdout).toBe('')
})
