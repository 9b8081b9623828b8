/** Every route that an app answers, as the web framework itself was told, so that none is forgotten. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type JsonSchema, jsonSchemaOf } from '@heartbell/contract/json-schema'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type {} from '../../packages/server/src/dashboard/plumbing/bind.ts'

/** `fields`: what it reads, where the route says. */
/** `audit`: how one of the dashboard's is accounted for. */
export type Route = { method: string; path: string; fields: JsonSchema; audit?: FastifyContextConfig['audit'] }

const channel = 'fastify.initialization'

/** Of the app that `build` makes, the first one that is made until it comes back. */
export async function noteRoutes<T>(build: () => Promise<T>): Promise<{ built: T; routes: Route[] }> {
  const routes: Route[] = []
  const note = (message: unknown) => {
    unsubscribe(channel, note)
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config }) => {
      const fields = config?.fields ? jsonSchemaOf(config.fields) : {}
      for (const one of [method].flat())
        if (one !== 'HEAD') routes.push({ method: one, path: url, fields, audit: config?.audit })
    })
  }
  subscribe(channel, note)
  try {
    return { built: await build(), routes }
  } finally {
    unsubscribe(channel, note)
  }
}
