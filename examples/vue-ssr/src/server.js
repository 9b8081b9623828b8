/** The page as HTML. */
import { renderToString } from 'vue/server-renderer'
import { createApp } from './app.js'

export const render = (settings, path) => renderToString(createApp(settings, path))
