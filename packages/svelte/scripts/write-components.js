/** Writes the `.svelte` components, their types, and the package's entry into dist/, after TypeScript compiled the rest. */
import { readFileSync, writeFileSync } from 'node:fs'

const dist = new URL('../dist/', import.meta.url)
const elements = ['heart', 'count', 'drawer', 'list', 'notify', 'saved']
const nameOf = (element) => `Heartbell${element[0].toUpperCase()}${element.slice(1)}`

const write = (name, text) => writeFileSync(new URL(name, dist), text)

for (const element of elements) {
  const name = nameOf(element)
  write(
    `${name}.svelte`,
    `<!-- The element <heartbell-${element}> as a component: typed properties, and listeners such as \`onsaved\`. -->
<script>
  import { elementProps } from './element-props.js'

  const { children, ...props } = $props()
  const attributes = $derived(elementProps(props))
</script>

<heartbell-${element} {...attributes}>{@render children?.()}</heartbell-${element}>
`,
  )
  write(
    `${name}.svelte.d.ts`,
    `import type { HeartbellComponent } from './components.js'
declare const ${name}: HeartbellComponent<'heartbell-${element}'>
type ${name} = ReturnType<typeof ${name}>
export default ${name}
`,
  )
}

write('HeartbellProvider.svelte', readFileSync(new URL('../src/HeartbellProvider.svelte', import.meta.url), 'utf8'))
write(
  'HeartbellProvider.svelte.d.ts',
  `import type { HeartbellProviderComponent } from './components.js'
declare const HeartbellProvider: HeartbellProviderComponent
type HeartbellProvider = ReturnType<typeof HeartbellProvider>
export default HeartbellProvider
`,
)

const names = [...elements.map(nameOf), 'HeartbellProvider']
const exported = names.map((name) => `export { default as ${name} } from './${name}.svelte'\n`).join('')
const stores = `export { listen, useCount, useHeartbell, useLists, useSaved } from './stores.js'\n`
write('entry.js', exported + stores)
write('entry.d.ts', `${exported}${stores}export type { ElementListeners, ElementProps } from './components.js'\n`)
