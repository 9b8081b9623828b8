/** A shop at Shopify: its products, stock, orders, and what its customers ask for. */
import { type IntegrationType, patternOf, secretOf } from './integration-type.ts'

export const shopify: IntegrationType = {
  kind: 'shopify',
  title: 'Shopify',
  what: 'Learns of products, stock, orders and privacy requests from Shopify’s webhooks',
  hook: true,
  fields: {
    shop: patternOf(
      'The shop’s own domain; messages of any other shop are refused',
      'must be a domain such as fern-and-field.myshopify.com',
      /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/i,
      { required: true },
    ),
    'client-secret': secretOf('The app’s client secret'),
    'webhook-secret': secretOf('The secret that Settings → Notifications shows, for webhooks made by hand'),
  },
  rule: (values) =>
    values['client-secret'] || values['webhook-secret'] ? null : 'One of client-secret and webhook-secret is required.',
}
