/** A shop that runs WooCommerce: its products, stock and orders. */
import { type IntegrationType, secretOf } from './integration-type.ts'

export const woocommerce: IntegrationType = {
  kind: 'woocommerce',
  title: 'WooCommerce',
  what: 'Learns of products, stock and orders from WooCommerce’s webhooks',
  hook: true,
  fields: {
    'webhook-secret': secretOf('The secret entered with each webhook; the same for all of them', { required: true }),
  },
}
