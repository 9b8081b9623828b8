/** Apps in an empty folder that use the packed packages: bundled with Vite, webpack or esbuild, and served from an origin of their own. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { build as esbuild, type Plugin } from 'esbuild'
import { compile } from 'svelte/compiler'
import { build as vite } from 'vite'
import webpack from 'webpack'
import { fileNameOf, packAll } from '../../bench/faults/parts/packed-install.ts'
import { projectRoot } from '../codebase/sources.ts'

export type Folder = {
  path: string
  url: string
  /** Writes a file of the app. */
  write(name: string, text: string): string
  close(): Promise<void>
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** The frameworks come from the clone; what is tested comes from the tarballs. */
export async function openFolder(packages: string[], frameworks: string[] = []): Promise<Folder> {
  const path = mkdtempSync(join(tmpdir(), 'heartbell-app-'))
  const modules = join(path, 'node_modules')
  for (const { name, filename } of await packAll(path, packages)) {
    mkdirSync(join(modules, name), { recursive: true })
    const tarball = join(path, fileNameOf(filename))
    execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', join(modules, name)])
  }
  for (const name of frameworks) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(projectRoot, 'node_modules', name), join(modules, name))
  }
  writeFileSync(join(path, 'package.json'), '{ "private": true, "type": "module" }\n')
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost')
    const file = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    try {
      const text = readFileSync(join(path, file))
      response.setHeader('content-type', `${types[extname(file)] ?? 'text/plain'}; charset=utf-8`).end(text)
    } catch {
      response.writeHead(404).end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    path,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    write: (name, text) => {
      mkdirSync(dirname(join(path, name)), { recursive: true })
      writeFileSync(join(path, name), text)
      return join(path, name)
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      rmSync(path, { recursive: true, force: true })
    },
  }
}

/** Each builds `app/` of the folder into `out`: a page and its script `app.js`. */
export const bundlers: Record<string, (path: string, out: string) => Promise<unknown>> = {
  vite: (path, out) =>
    vite({
      root: join(path, 'app'),
      base: './',
      logLevel: 'warn',
      configFile: false,
      build: { outDir: out, emptyOutDir: true },
    }),
  webpack: async (path, out) => {
    cpSync(join(path, 'app'), out, { recursive: true })
    const config: webpack.Configuration = {
      mode: 'production',
      context: join(path, 'app'),
      entry: './app.js',
      output: { path: out, filename: 'app.js', publicPath: 'auto' },
      performance: false,
      // the minifier takes most of the time, and is not what is tested
      optimization: { minimize: false },
      module: { rules: [{ test: /\.css$/, type: 'asset/resource' }] },
    }
    const stats = await new Promise<webpack.Stats | undefined>((done, fail) =>
      webpack(config, (error, stats) => (error ? fail(error) : done(stats))),
    )
    const { errors, warnings } = stats!.toJson({ all: false, errors: true, warnings: true })
    if (errors?.length || warnings?.length) throw new Error(JSON.stringify([errors, warnings]))
  },
  esbuild: async (path, out) => {
    cpSync(join(path, 'app'), out, { recursive: true })
    await esbuild({
      entryPoints: [join(path, 'app/app.js')],
      outdir: out,
      allowOverwrite: true,
      bundle: true,
      splitting: true,
      format: 'esm',
      minify: true,
      logLevel: 'warning',
    })
  },
}

/** Compiles `.svelte` files, as the app's bundler does. */
const svelte = (generate: 'client' | 'server'): Plugin => ({
  name: 'svelte',
  setup: (plan) =>
    plan.onLoad({ filter: /\.svelte$/ }, ({ path }) => ({
      contents: compile(readFileSync(path, 'utf8'), { filename: path, generate, dev: true }).js.code,
    })),
})

const vueFlags = {
  __VUE_OPTIONS_API__: 'true',
  __VUE_PROD_DEVTOOLS__: 'false',
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
}

/** In development mode, where frameworks warn of hydration that does not match. */
export async function bundleApp(folder: Folder, file: string, platform: 'browser' | 'node'): Promise<string> {
  const outfile = join(folder.path, platform, file.replace(/\.\w+$/, '.js'))
  await esbuild({
    entryPoints: [join(folder.path, file)],
    outfile,
    bundle: true,
    platform,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    conditions: ['svelte', 'development', ...(platform === 'browser' ? ['browser'] : [])],
    define: { 'process.env.NODE_ENV': '"development"', ...vueFlags },
    banner:
      platform === 'node'
        ? { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" }
        : {},
    plugins: [svelte(platform === 'browser' ? 'client' : 'server')],
    logLevel: 'warning',
  })
  return outfile
}
