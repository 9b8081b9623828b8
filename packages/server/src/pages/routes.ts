/** The door for people who come by a link in a letter: pages that need no account, no script and no cookie. */
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

/** As much as a form of these pages ever holds. */
const mostBody = 64 * 1024

export function pageRoutes(scope: FastifyInstance, context: PageContext): void {
  // A mail program's one click may come as multipart (RFC 8058), and nothing in it is needed.
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'string', bodyLimit: mostBody },
    (_request, _body, done) => done(null, {}),
  )
  scope.setErrorHandler((error: { code?: string; statusCode?: number }, request, reply) => {
    const said = error instanceof Refusal ? reasons[error.reason] : error.statusCode
    const status = said && said < 500 ? said : 503
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
