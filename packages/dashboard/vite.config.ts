/** Builds the dashboard into files with hashed names, served by the service under /dashboard. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/dashboard/',
  plugins: [react()],
  build: {
    target: 'es2022',
    // A picture inside the script would be one the policy has to allow.
    assetsInlineLimit: 0,
    // Inline scripts are forbidden, and every browser that runs this loads modules by itself.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
  },
  server: { proxy: { '/dashboard/api': 'http://127.0.0.1:4000' } },
})
