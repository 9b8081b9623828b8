/** The app of the server and of the browser. */
import { heartbell } from '@heartbell/vue'
import { createSSRApp } from 'vue'
import Shop from './Shop.vue'

export const createApp = (settings, path) => createSSRApp(Shop, { path }).use(heartbell, settings)
