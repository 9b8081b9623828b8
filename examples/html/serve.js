/** Serves the two pages, with the address and the store of your Heartbell in place of their names. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { HEARTBELL_API = 'http://localhost:4000', HEARTBELL_STORE = '', PORT = '3000' } = process.env
const pages = { '/': 'index.html', '/wishlist': 'wishlist.html' }

createServer((request, response) => {
  const file = pages[new URL(request.url, 'http://localhost').pathname]
  if (!file) return response.writeHead(404).end()
  const html = readFileSync(new URL(file, import.meta.url), 'utf8')
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(html.replaceAll('HEARTBELL_API', HEARTBELL_API).replaceAll('HEARTBELL_STORE', HEARTBELL_STORE))
}).listen(Number(PORT), () => console.log(`http://localhost:${PORT}`))
