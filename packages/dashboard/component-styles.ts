/** Vite plugin: a Mantine component imports only its own style sheet, after those it depends on. */
import type { Plugin } from 'vite'

/** The module with a component's class names; its style sheet has the same name. */
const classTable = /\/@mantine\/(core|charts)\/esm\/.*?([A-Za-z]+)\.module\.mjs$/

/** In development Vite bundles the library beforehand and the plugin sees no component, so the full style sheets are loaded. */
export const wholeStyles = (): Plugin => ({
  name: 'whole-styles',
  apply: 'serve',
  transform(code, id) {
    if (!id.endsWith('/src/main.tsx')) return null
    return {
      code: `import '@mantine/core/styles.layer.css'\nimport '@mantine/charts/styles.layer.css'\n${code}`,
      map: null,
    }
  },
})

/** The full style sheet is 36 kB compressed, and a screen uses a quarter of it. */
export const componentStyles = (): Plugin => ({
  name: 'component-styles',
  transform(code, id) {
    const [, pack, component] = classTable.exec(id) ?? []
    if (!component) return null
    const sheet = pack === 'core' ? `@mantine/core/styles/${component}.layer.css` : `@mantine/${pack}/styles.layer.css`
    return { code: `import '${sheet}'\n${code}`, map: null }
  },
})
