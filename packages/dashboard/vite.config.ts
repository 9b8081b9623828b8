/** Builds the dashboard into files with hashed names, which the server serves under /dashboard. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { componentStyles, wholeStyles } from './component-styles.ts'

export default defineConfig({
  base: '/dashboard/',
  plugins: [componentStyles(), wholeStyles(), react()],
  build: {
    target: 'es2022',
    // These browsers support light-dark(); for older ones it would be rewritten into variables that nothing sets.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The test of the sizes reads which chunk belongs to which screen.
    manifest: true,
    // The content security policy allows no image inside a script.
    assetsInlineLimit: 0,
    // Inline scripts are forbidden, and every supported browser preloads modules by itself.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
  },
})
