/** Every route of an app, as registered with fastify, so that none is forgotten. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type JsonSchema, jsonSchemaOf } from '@heartbell/contract/json-schema'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type {} from '../../packages/server/src/dashboard/plumbing/bind.ts'

/** `fields`: the schema of the route's fields, if it has one. `audit`: the audit setting of a dashboard route. */
export type Route = { method: string; path: string; fields: JsonSchema; audit?: FastifyContextConfig['audit'] }

const channel = 'fastify.initialization'

/** Records the routes of the first app that `build` creates. */
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
