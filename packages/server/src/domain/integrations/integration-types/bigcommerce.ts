/** A shop at BigCommerce: its products, stock and orders, asked of its API where the hooks don't say. */
import { type IntegrationType, patternOf, secretOf, urlOf } from './integration-type.ts'

export const bigcommerce: IntegrationType = {
  kind: 'bigcommerce',
  title: 'BigCommerce',
  what: 'Learns of products, stock and orders from BigCommerce’s webhooks',
  hook: true,
  fields: {
    'client-secret': secretOf('The app’s client secret', { required: true }),
    'store-hash': patternOf(
      'The store’s hash, as in its API path',
      'must be 3 to 40 letters and digits',
      /^[a-z0-9]{3,40}$/i,
      { required: true },
    ),
    'access-token': secretOf('A token that may read products and orders; without one only absolute figures are known'),
    'api-url': urlOf('Another address of BigCommerce’s API (a proxy)'),
  },
}
