/** The plugin: `app.use(heartbell, { store, api })` starts Heartbell once the app is on the page, and registers the components. */
import { type StartSettings, start } from '@heartbell/client'
import type { App, Plugin } from 'vue'
import * as components from './components.ts'

/** It starts after `mount`, so that the page Vue hydrates is the one that the server sent; on a server it only registers. */
export const heartbell = {
  install(app: App, settings: StartSettings): void {
    for (const [name, component] of Object.entries(components)) app.component(name, component)
    const mount = app.mount
    app.mount = (...given) => {
      const mounted = mount(...given)
      start(settings)
      return mounted
    }
  },
} satisfies Plugin<[StartSettings]>
