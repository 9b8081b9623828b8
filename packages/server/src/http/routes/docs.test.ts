/** The documentation is served completely, matches the app's routes, and loads nothing from other servers. */
import { allEndpoints } from '@heartbell/contract/endpoints'
import { describeApi } from '@heartbell/contract/openapi'
import { expect, test } from 'vitest'
import { useTestApp } from '../testing/test-app.ts'

const t = useTestApp()

/** Routes for the operator of the service, not for its callers. */
const housekeeping = ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs', '/docs/start.js', '/docs/scalar.js']

/** `POST /path`, read from the router's tree, in which a line goes on where the line it stands under ends. */
function boundRoutes(): string[] {
  const trail: string[] = []
  return t.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, lead = '', part = '', methods = ''] = /^([│├└─ ]*)(\S+) \(([A-Z, ]+)\)$/.exec(line) ?? []
      trail.splice(lead.length / 4 - 1, trail.length, part)
      const asked = methods.split(', ').filter((method) => ['GET', 'POST', 'PUT'].includes(method))
      return asked.map((method) => `${method} ${trail.join('')}`)
    })
}

test('every endpoint of the contract is bound, and nothing else is', () => {
  const told = allEndpoints.flatMap(([, { method, path, aliases = [] }]) =>
    [path, ...aliases].map((each) => `${method} ${each}`),
  )
  const answered = boundRoutes().filter((route) => !housekeeping.includes(route.replace('GET ', '')))
  expect(answered.sort()).toEqual(told.sort())
})

test('GET /openapi.json gives the document', async () => {
  const reply = await t.app.inject('/openapi.json')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(reply.json()).toEqual(JSON.parse(JSON.stringify(describeApi())))
})

test.each(['/docs', '/docs/'])('GET %s gives a page whose scripts are all here', async (path) => {
  const reply = await t.app.inject(path)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
  const scripts = [...reply.body.matchAll(/<script src="([^"]+)">/g)].map(
    ([, src]) => new URL(src!, `http://here${path}`),
  )
  expect(scripts).toHaveLength(2)
  for (const { origin, pathname } of scripts) {
    expect(origin).toBe('http://here')
    const script = await t.app.inject(pathname)
    expect(script.statusCode).toBe(200)
    expect(script.headers['content-type']).toMatch('text/javascript')
    expect(script.body.length).toBeGreaterThan(100)
  }
})

test('the page runs no inline script and contacts only this server', async () => {
  const { headers, body } = await t.app.inject('/docs')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("connect-src 'self';")
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval/)
  expect(body).not.toMatch(/https?:\/\//)
  expect(body).not.toMatch(/<script>|<style/)
})

test('the settings load no external fonts, telemetry, agent or proxy', async () => {
  const { body } = await t.app.inject('/docs/start.js')
  expect(body).toContain('"withDefaultFonts":false')
  expect(body).toContain('"telemetry":false')
  expect(body).toContain('"agent":{"disabled":true}')
  expect(body).not.toMatch(/proxy|https?:\/\//)
})

test('POST /docs is refused as any wrong method is', async () => {
  const reply = await t.app.inject({ method: 'POST', url: '/docs' })
  expect(reply.statusCode).toBe(405)
  expect(reply.json().type).toBe('wrong-method')
})
