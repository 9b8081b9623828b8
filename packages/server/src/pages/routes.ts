/** Routes of the pages behind the links in messages: without account, script or cookie. */
import { Refusal, reasons } from '@heartbell/contract/errors'
import type { FastifyInstance } from 'fastify'
import { clickRoutes } from './click.ts'
import { confirmRoutes } from './confirm.ts'
import { html } from './html.ts'
import { myAlertsRoutes } from './my-alerts.ts'
import { optOutRoutes } from './opt-out.ts'
import { phrase, showPage } from './page.ts'
import { requestLinkRoutes } from './request-link.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'
import { type PageContext, viewerOf } from './visit.ts'

/** The forms of these pages are small. */
const mostBody = 64 * 1024

export function pageRoutes(scope: FastifyInstance, context: PageContext): void {
  // The one click of a mail program may be multipart (RFC 8058); its content is not needed.
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'string', bodyLimit: mostBody },
    (_request, _body, done) => done(null, {}),
  )
  scope.setErrorHandler((error: { code?: string; statusCode?: number }, request, reply) => {
    const known = error instanceof Refusal ? reasons[error.reason] : error.statusCode
    const status = known && known < 500 ? known : 503
    if (status === 503) request.log.error({ err: error }, 'fault')
    const viewer = viewerOf(request, null)
    return showPage(reply, viewer, {
      status,
      title: phrase(viewer, 'brokenTitle'),
      body: html`<p>${phrase(viewer, 'brokenBody')}</p>`,
    })
  })
  unsubscribeRoutes(scope, context)
  optOutRoutes(scope, context)
  clickRoutes(scope, context)
  confirmRoutes(scope, context)
  requestLinkRoutes(scope, context)
  myAlertsRoutes(scope, context)
}
