/** For the build: a component of Mantine brings its own sheet, after those of what it is made of; the rest stays away. */
import type { Plugin } from 'vite'

/** Where a component names its classes; the sheet of the same name stands beside the scripts. */
const classTable = /\/@mantine\/(core|charts)\/esm\/.*?([A-Za-z]+)\.module\.mjs$/

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
