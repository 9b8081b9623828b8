/** React Router in framework mode, as Hydrogen uses it. */
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  optimizeDeps: { include: ['@heartbell/react', '@heartbell/client'] },
})
