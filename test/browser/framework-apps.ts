/** The same small shop in React, Vue and Svelte: what each renders on a server and hydrates in a browser. */

type App = {
  frameworks: string[]
  files: Record<string, string>
  /** Exports `html`. */
  server: string
  browser: string
}

const settings = `{ store: globalThis.store ?? '', api: globalThis.api ?? '', currency: 'EUR' }`

const react: App = {
  frameworks: ['react', 'react-dom'],
  files: {
    'react-app.jsx': `import { StrictMode } from 'react'
import { HeartbellCount, HeartbellDrawer, HeartbellHeart, HeartbellList, HeartbellNotify, HeartbellProvider, HeartbellSaved,
  useCount, useHeartbell, useHeartbellEvent, useLists, useSaved } from '@heartbell/react'

function State() {
  const heartbell = useHeartbell()
  useHeartbellEvent('saved', () => (globalThis.heard = (globalThis.heard ?? 0) + 1))
  return <output>{String(useSaved(101))} {useCount()} {useLists().length} {heartbell ? 'started' : 'waiting'}</output>
}

export const App = () => <StrictMode><HeartbellProvider {...${settings}}>
  <HeartbellHeart variant={101} product={10} url="/teapot" name="Teapot" price={24.5} className="big" onSaved={(event) => (globalThis.saved = event.detail)} />
  <HeartbellCount href="/wishlist" />
  <HeartbellNotify variant={102} product={10} url="/teapot" stocks={{ 102: 3 }} sms={false} />
  <HeartbellList /><HeartbellDrawer /><HeartbellSaved />
  <State />
</HeartbellProvider></StrictMode>`,
  },
  server: `import { renderToString } from 'react-dom/server'
import { App } from './react-app.jsx'
export const html = renderToString(<App />)`,
  browser: `import { hydrateRoot } from 'react-dom/client'
import { App } from './react-app.jsx'
hydrateRoot(document.getElementById('app'), <App />, { onRecoverableError: (error) => console.error(error) })`,
}

const vue: App = {
  frameworks: ['vue', '@vue'],
  files: {
    'vue-app.js': `import { createSSRApp, h, Fragment, ref, watch } from 'vue'
import { HeartbellCount, HeartbellDrawer, HeartbellHeart, HeartbellLater, HeartbellList, HeartbellNotify, HeartbellSaved, heartbell,
  useCount, useHeartbell, useHeartbellEvent, useLists, useSaved } from '@heartbell/vue'

const State = {
  setup() {
    const [saved, count, lists, started] = [useSaved(() => 101), useCount(), useLists(), useHeartbell()]
    useHeartbellEvent('saved', () => (globalThis.heard = (globalThis.heard ?? 0) + 1))
    return () => h('output', [saved.value, count.value, lists.value.length, started.value ? 'started' : 'waiting'].join(' '))
  },
}
// its row is gone when the event is fired
const Cart = {
  setup() {
    const rows = ref(['ROW'])
    const remove = async (row) => { rows.value = rows.value.filter((other) => other !== row) }
    watch(useHeartbell(), (heartbell) => heartbell && (heartbell.cart = { items: async () => [], add: async () => {}, remove }), { immediate: true })
    return () => rows.value.map((row) => h(HeartbellLater, { row, variant: 103, product: 10, url: '/teapot', onSavedForLater: (event) => (globalThis.later = event.detail.row) }, () => 'Save for later'))
  },
}
const Shop = () => h(Fragment, [
  h(HeartbellHeart, { variant: 101, product: 10, url: '/teapot', name: 'Teapot', price: 24.5, class: 'big', onSaved: (event) => (globalThis.saved = event.detail) }),
  h(HeartbellCount, { href: '/wishlist' }),
  h(HeartbellNotify, { variant: 102, product: 10, url: '/teapot', stocks: { 102: 3 }, sms: false }),
  h(HeartbellList), h(HeartbellDrawer), h(HeartbellSaved), h(State), h(Cart),
])
export const app = () => createSSRApp(Shop).use(heartbell, ${settings})`,
  },
  server: `import { renderToString } from 'vue/server-renderer'
import { app } from './vue-app.js'
export const html = await renderToString(app())`,
  browser: `import { app } from './vue-app.js'
app().mount('#app')`,
}

const svelte: App = {
  frameworks: ['svelte'],
  files: {
    'State.svelte': `<script>
  import { listen, useCount, useHeartbell, useLists, useSaved } from '@heartbell/svelte'
  import { onMount } from 'svelte'
  const [saved, count, lists, started] = [useSaved(101), useCount(), useLists(), useHeartbell()]
  onMount(() => listen('saved', () => (globalThis.heard = (globalThis.heard ?? 0) + 1)))
</script>
<output>{$saved} {$count} {$lists.length} {$started ? 'started' : 'waiting'}</output>`,
    'Shop.svelte': `<script>
  import { HeartbellCount, HeartbellDrawer, HeartbellHeart, HeartbellList, HeartbellNotify, HeartbellProvider, HeartbellSaved } from '@heartbell/svelte'
  import State from './State.svelte'
</script>
<HeartbellProvider {...${settings}}>
  <HeartbellHeart variant={101} product={10} url="/teapot" name="Teapot" price={24.5} class="big" onsaved={(event) => (globalThis.saved = event.detail)} />
  <HeartbellCount href="/wishlist" />
  <HeartbellNotify variant={102} product={10} url="/teapot" stocks={{ 102: 3 }} sms={false} />
  <HeartbellList /><HeartbellDrawer /><HeartbellSaved />
  <State />
</HeartbellProvider>`,
  },
  server: `import { render } from 'svelte/server'
import Shop from './Shop.svelte'
export const html = render(Shop).body`,
  browser: `import { hydrate } from 'svelte'
import Shop from './Shop.svelte'
hydrate(Shop, { target: document.getElementById('app') })`,
}

export const frameworkApps: Record<string, App> = { react, vue, svelte }
