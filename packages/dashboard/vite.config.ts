/** Builds the dashboard into files with hashed names, served by the service under /dashboard. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { componentStyles, wholeStyles } from './component-styles.ts'

export default defineConfig({
  base: '/dashboard/',
  plugins: [componentStyles(), wholeStyles(), react()],
  build: {
    target: 'es2022',
    // These know light-dark(); for older ones it would be rewritten into variables that nobody sets.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // What belongs to which screen, for the test of the sizes.
    manifest: true,
    // A picture inside the script would be one the policy has to allow.
    assetsInlineLimit: 0,
    // Inline scripts are forbidden, and every browser that runs this loads modules by itself.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
  },
})
