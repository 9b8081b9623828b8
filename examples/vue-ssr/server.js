/** Renders the app on the server with Vite, and sends the settings of Heartbell along with the page. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import vue from '@vitejs/plugin-vue'
import { createServer as createVite } from 'vite'

const { HEARTBELL_API = 'http://localhost:4000', HEARTBELL_STORE = '', PORT = '3000' } = process.env
const settings = { api: HEARTBELL_API, store: HEARTBELL_STORE, currency: 'EUR' }

const server = createServer((request, response) => vite.middlewares(request, response, () => send(request, response)))

const vite = await createVite({
  configFile: false,
  appType: 'custom',
  plugins: [vue()],
  server: { middlewareMode: true, hmr: { server } },
  // found at the start, so that the first visit does not load the page twice
  optimizeDeps: { include: ['@heartbell/vue', '@heartbell/client', 'vue'] },
})

async function send(request, response) {
  const template = await vite.transformIndexHtml(request.url, readFileSync('index.html', 'utf8'))
  const { render } = await vite.ssrLoadModule('/src/server.js')
  const html = await render(settings, new URL(request.url, 'http://localhost').pathname)
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(template.replace('<!--app-->', () => html).replace('"settings"', () => JSON.stringify(settings)))
}

server.listen(Number(PORT), () => console.log(`http://localhost:${PORT}`))
