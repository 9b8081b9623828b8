/** Every kind of integration by its name; a new one is a file beside this and a line here. */
import { bigcommerce } from './bigcommerce.ts'
import { googleFeed } from './google-feed.ts'
import type { IntegrationType } from './integration-type.ts'
import { klaviyo } from './klaviyo.ts'
import { postmarkEvents } from './postmark-events.ts'
import { sendgridEvents } from './sendgrid-events.ts'
import { sesEvents } from './ses-events.ts'
import { shopify } from './shopify.ts'
import { smtp } from './smtp.ts'
import { twilio } from './twilio.ts'
import { webPush } from './web-push.ts'
import { woocommerce } from './woocommerce.ts'

const list: IntegrationType[] = [
  smtp,
  twilio,
  klaviyo,
  webPush,
  sendgridEvents,
  sesEvents,
  postmarkEvents,
  shopify,
  woocommerce,
  bigcommerce,
  googleFeed,
]

export const integrationTypes: ReadonlyMap<string, IntegrationType> = new Map(list.map((kind) => [kind.kind, kind]))
