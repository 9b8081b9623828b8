/** docs/switching.md: its tables of members list exactly what exists, and its commands print what it quotes. */
import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Liquid } from 'liquidjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusedMembers } from '../packages/server/src/cli/doctor/theme/members.ts'
import { call } from '../packages/server/src/cli/testing/run-command.ts'
import { useTestDatabase } from '../packages/server/src/database/testing/use-test-database.ts'
import { makeIdentityKey, readIdentityToken } from '../packages/server/src/domain/secrets/identity-tokens.ts'
import { projectRoot, readText } from './codebase/sources.ts'

const page = readText('docs/switching.md')
const section = (title: string) => new RegExp(`^## ${title}\\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm').exec(page)![1]!

type Members = { [name: string]: string | Members }
const listed = JSON.parse(readText('packages/client/dist/members.json'))

/** `SaveForLater.init`; an object without members is itself one. */
const pathsOf = (members: Members, before = ''): string[] =>
  Object.entries(members).flatMap(([name, member]) =>
    typeof member === 'string' || Object.keys(member).length === 0
      ? [before + name]
      : pathsOf(member, `${before}${name}.`),
  )

describe('the tables', () => {
  const text = section('Every member of the script interface')
  const rows = [...text.matchAll(/^\| (`.*?) \|/gm)].map(([, cell]) => cell!)
  const written = rows.flatMap((cell) => [...cell.matchAll(/`([A-Za-z][\w.]*)/g)].map(([, path]) => path!))
  const own = [...text.slice(text.indexOf('**Heartbell’s own')).matchAll(/`(\w+)`/g)].map(([, name]) => name!)
  const exists = pathsOf(listed._swat)

  test('name every member of _swat, and none that does not exist', () => {
    // the members of `settings` are the attributes of the page's script tag
    const missing = exists.filter(
      (path) =>
        path !== 'evtLayer' && !written.includes(path) && !own.includes(path.replace(/^settings\..*/, 'settings')),
    )
    expect(missing).toEqual([])
    const gone = written.filter((path) => !exists.includes(path) && !path.startsWith('evtLayer.'))
    expect(gone).toEqual([])
    expect(new Set(written).size).toBe(written.length)
  })

  test('name the members of SwymUtils, which are those of utils, and every name on the page', () => {
    expect(pathsOf(listed.SwymUtils)).toEqual(pathsOf(listed._swat.utils as Members))
    const onPage = text.slice(text.indexOf('**Names on the page'))
    expect((listed.globals as string[]).filter((name) => !onPage.includes(`\`${name}`))).toEqual([])
  })

  test('name every member that is refused on purpose, and none of these exists', () => {
    const refused = section('What is refused, and why')
      .match(/`_swat\.[\w.]+`/g)!
      .map((name) => name.slice(7, -1))
    expect(refused.sort()).toEqual(Object.keys(refusedMembers).sort())
    expect(refused.filter((path) => exists.includes(path))).toEqual([])
  })
})

describe('the commands', () => {
  const database = useTestDatabase()
  let folder: string
  let server: Server
  let env: Record<string, string>
  let pid: string
  let url: string

  /** The files that the page shows, by name. */
  const files = Object.fromEntries(
    [...page.matchAll(/^```\w+ ([\w.-]+)\n([\s\S]*?)^```$/gm)].map(([, name, content]) => [name!, content!]),
  )
  const tag = /^<script .*data-compat><\/script>$/m.exec(page)![0]
  files['new-page.html'] = files['old-page.html']!.replace(/<script async src.*<\/script>/, tag)

  beforeAll(async () => {
    server = createServer((_request, reply) =>
      reply.writeHead(200, { 'content-type': 'text/javascript' }).end('ours()'),
    )
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    folder = await mkdtemp(join(tmpdir(), 'heartbell-switching-'))
    env = {
      ...{ DATABASE_URL: database.url, HEARTBELL_SECRET: 'a secret for tests that is long enough' },
      ...{ HEARTBELL_DATA: folder, HEARTBELL_PUBLIC_URL: url },
    }
    pid = JSON.parse((await call(['store', 'create', '--name', 'Fern', '--json'], env)).stdout).pid
    for (const [name, content] of Object.entries(files))
      await writeFile(
        join(folder, name),
        content.replaceAll('https://wishes.example', url).replaceAll('"PID"', `"${pid}"`),
      )
  })
  afterAll(async () => {
    server.close()
    await rm(folder, { recursive: true })
  })

  const consoles = [...page.matchAll(/^```console\n([\s\S]*?)^```$/gm)].flatMap(([, block]) =>
    block!.split(/^\$ heartbell /m).slice(1),
  )

  /** What the command prints, with the names of the page. */
  async function run(line: string): Promise<string> {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!)
    const args = words.map((word) => (word === 'PID' ? pid : files[word] === undefined ? word : join(folder, word)))
    const { stdout, stderr } = await call(args, env)
    return `${stdout}${stderr}`.replaceAll(url, 'https://wishes.example').replaceAll(pid, 'PID')
  }

  test('print what the page quotes', async () => {
    expect(consoles.length).toBeGreaterThan(6)
    for (const quoted of consoles) {
      const [line = '', ...output] = quoted.split('\n')
      expect(await run(line), line).toBe(output.join('\n'))
    }
  })

  test('a token made as the page shows is accepted', async () => {
    const { identityToken } = await import(pathToFileURL(join(folder, 'identity-token.mjs')).href)
    const key = makeIdentityKey(Buffer.from('the identity secret'))
    const token = identityToken('ada@shop.example', 'the identity secret')
    expect(readIdentityToken([key], token, Date.now())).toEqual({ email: 'ada@shop.example' })
  })

  test('a token that Liquid makes as the page shows is accepted, and the page does not contain the secret', async () => {
    const liquid = new Liquid()
    // Shopify's own filters
    const base64 = (text: string) => Buffer.from(text).toString('base64').replaceAll('+', '-').replaceAll('/', '_')
    liquid.registerFilter('base64_url_safe_encode', base64)
    liquid.registerFilter('hmac_sha256', (text: string, secret: string) =>
      createHmac('sha256', secret).update(text).digest('hex'),
    )
    const { settings: offered } = JSON.parse(files['settings-schema-part.json']!)
    const settings = { [offered[0].id]: 'the identity secret' }
    const render = async (customer: unknown) => {
      const html: string = await liquid.parseAndRender(files['identity-token.liquid']!, { customer, settings })
      expect(html).not.toContain('the identity secret')
      return /data-identity="([^"]*)"/.exec(html)![1]!
    }
    const key = makeIdentityKey(Buffer.from('the identity secret'))
    // addresses whose base64 ends with no, one and two signs, and one with - and _
    for (const email of ['ada@shop.example', 'ada1@shop.example', 'ada12@shop.example', 'ad?a~~@shop.example'])
      expect(readIdentityToken([key], await render({ email }), Date.now()), email).toEqual({ email })
    expect(await render(undefined)).toBe('')
    expect(await render({ email: null })).toBe('')
  })
})

test('other documents lead to the page', async () => {
  for (const path of ['README.md', 'docs/install.md'])
    expect(await readFile(join(projectRoot, path), 'utf8'), path).toContain('switching.md')
})
