/** Writes the `.svelte` components, their types, and the package's entry into dist/, after TypeScript compiled the rest. */
import { readFileSync, writeFileSync } from 'node:fs'

const dist = new URL('../dist/', import.meta.url)
const elements = ['heart', 'count', 'drawer', 'list', 'notify', 'saved']
const nameOf = (element) => `Heartbell${element[0].toUpperCase()}${element.slice(1)}`

const write = (name, text) => writeFileSync(new URL(name, dist), text)

/** A component of one tag. */
const writeComponent = (name, about, tag, fixed = '') =>
  write(
    `${name}.svelte`,
    `<!-- ${about} -->
<script>
  import { elementProps } from './element-props.js'

  const { children, ...props } = $props()
  const attributes = $derived(elementProps(props))
</script>

<${tag}${fixed} {...attributes}>{@render children?.()}</${tag}>
`,
  )

for (const element of elements) {
  const name = nameOf(element)
  const tag = `heartbell-${element}`
  writeComponent(name, `The element <${tag}> as a component: typed properties, and listeners such as \`onsaved\`.`, tag)
  write(
    `${name}.svelte.d.ts`,
    `import type { HeartbellComponent } from './components.js'
declare const ${name}: HeartbellComponent<'heartbell-${element}'>
type ${name} = ReturnType<typeof ${name}>
export default ${name}
`,
  )
}

const later =
  'The button *Save for later* of a row in the cart; <HeartbellSaved> on the same page shows the saved items.'
writeComponent('HeartbellLater', later, 'button', ' type="button" data-heartbell-later')
write(
  'HeartbellLater.svelte.d.ts',
  `import type { HeartbellLaterComponent } from './components.js'
declare const HeartbellLater: HeartbellLaterComponent
type HeartbellLater = ReturnType<typeof HeartbellLater>
export default HeartbellLater
`,
)

write('HeartbellProvider.svelte', readFileSync(new URL('../src/HeartbellProvider.svelte', import.meta.url), 'utf8'))
write(
  'HeartbellProvider.svelte.d.ts',
  `import type { HeartbellProviderComponent } from './components.js'
declare const HeartbellProvider: HeartbellProviderComponent
type HeartbellProvider = ReturnType<typeof HeartbellProvider>
export default HeartbellProvider
`,
)

const names = [...elements.map(nameOf), 'HeartbellLater', 'HeartbellProvider']
const exported = names.map((name) => `export { default as ${name} } from './${name}.svelte'\n`).join('')
const stores = `export { listen, useCount, useHeartbell, useLists, useSaved } from './stores.js'\nexport { saveForLater } from '@heartbell/client'\n`
write('entry.js', exported + stores)
write('entry.d.ts', `${exported}${stores}export type { ElementListeners, ElementProps } from './components.js'\n`)
