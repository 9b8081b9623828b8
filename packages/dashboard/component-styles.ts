/** For the build: a component of Mantine brings its own sheet, after those of what it is made of; the rest stays away. */
import type { Plugin } from 'vite'

/** Where a component names its classes; the sheet of the same name stands beside the scripts. */
const classTable = /\/@mantine\/(core|charts)\/esm\/.*?([A-Za-z]+)\.module\.mjs$/

/** In development Vite bundles the library beforehand, so that no component's table is seen: there the whole sheets are loaded. */
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

/** The whole sheet is 36 kB compressed, and a screen uses a quarter of it. */
export const componentStyles = (): Plugin => ({
  name: 'component-styles',
  transform(code, id) {
    const [, pack, component] = classTable.exec(id) ?? []
    if (!component) return null
    const sheet = pack === 'core' ? `@mantine/core/styles/${component}.layer.css` : `@mantine/${pack}/styles.layer.css`
    return { code: `import '${sheet}'\n${code}`, map: null }
  },
})
