/** Astro without a framework: the elements need none. */
import { defineConfig } from 'astro/config'

export default defineConfig({ devToolbar: { enabled: false } })
