/** Compresses the built files beside themselves, as well as it gets, so that the server has nothing to do. Fonts are compressed already. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const folder = new URL('dist/assets/', import.meta.url)
const pack = { br: promisify(brotliCompress), gz: promisify(gzip) }

const names = readdirSync(folder).filter((name) => /\.(js|css|svg|json)$/.test(name))
await Promise.all(
  names.map(async (name) => {
    const text = readFileSync(new URL(name, folder))
    // an answer that fits into one packet is not smaller on the wire
    if (text.length < 1_000) return
    const [br, gz] = await Promise.all([pack.br(text), pack.gz(text, { level: 9 })])
    writeFileSync(new URL(`${name}.br`, folder), br)
    writeFileSync(new URL(`${name}.gz`, folder), gz)
  }),
)
