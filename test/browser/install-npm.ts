/** The pieces of docs/install.md for apps: bundled with the packed packages, on a page of another origin than the service. */
import { compileScript, parse } from 'vue/compiler-sfc'
import { bundleApp, type Folder } from './packed-apps.ts'
import type { Shop } from './shop.ts'
import { snippet } from './snippets.ts'

const element =
  '<heartbell-heart variant="101" product="10" url="/products/notebook" name="Notebook" price="12.50"></heartbell-heart>'

/** Writes the app of a piece of code; returns its first file. */
function writeApp({ write }: Folder, shop: Shop, name: string): string {
  if (name.startsWith('react')) {
    write(`snippet-${name}-app.tsx`, snippet(name, shop))
    write(
      `snippet-${name}.tsx`,
      `import { createRoot } from 'react-dom/client'
import App from './snippet-${name}-app.tsx'
createRoot(document.getElementById('app')!).render(<App />)`,
    )
    return `snippet-${name}.tsx`
  }
  if (name === 'vue') {
    const { descriptor } = parse(snippet('vue-app', shop))
    const { content } = compileScript(descriptor, { id: 'app', inlineTemplate: true })
    write('App.vue.ts', content)
    write('snippet-vue.ts', snippet('vue-main', shop).replace('./App.vue', './App.vue.ts'))
    return 'snippet-vue.ts'
  }
  if (name === 'svelte') {
    write('Snippet.svelte', snippet('svelte', shop))
    write(
      'snippet-svelte.ts',
      `import { mount } from 'svelte'
import App from './Snippet.svelte'
mount(App, { target: document.getElementById('app')! })`,
    )
    return 'snippet-svelte.ts'
  }
  write(`snippet-${name}.ts`, snippet(name, shop))
  return `snippet-${name}.ts`
}

/** Returns the page's address. */
export async function bundleSnippet(folder: Folder, shop: Shop, name: string): Promise<string> {
  const file = writeApp(folder, shop, name)
  await bundleApp(folder, file, 'browser')
  folder.write(
    `${name}.html`,
    `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>${name}</title>
<div id="app"></div>${name === 'client' ? element : ''}<script type="module" src="/browser/${file.replace(/\.\w+$/, '.js')}"></script>`,
  )
  return `${folder.url}/${name}.html`
}
