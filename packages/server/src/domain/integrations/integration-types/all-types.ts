/** Every kind of integration by its name; a new provider is a file beside this, a new kind a line here. */
import { bigcommerce } from './bigcommerce.ts'
import { googleFeed } from './google-feed.ts'
import type { IntegrationType } from './integration-type.ts'
import { klaviyo } from './klaviyo.ts'
import { mailgun, mailgunEvents } from './mailgun.ts'
import { postmark, postmarkEvents } from './postmark.ts'
import { sendgrid, sendgridEvents } from './sendgrid.ts'
import { ses, sesEvents } from './ses.ts'
import { shopify } from './shopify.ts'
import { smtp } from './smtp.ts'
import { twilio, whatsapp } from './twilio.ts'
import { webPush } from './web-push.ts'
import { woocommerce } from './woocommerce.ts'

const list: IntegrationType[] = [
  smtp,
  sendgrid,
  postmark,
  ses,
  mailgun,
  twilio,
  whatsapp,
  klaviyo,
  webPush,
  sendgridEvents,
  sesEvents,
  postmarkEvents,
  mailgunEvents,
  shopify,
  woocommerce,
  bigcommerce,
  googleFeed,
]

export const integrationTypes: ReadonlyMap<string, IntegrationType> = new Map(list.map((kind) => [kind.kind, kind]))
