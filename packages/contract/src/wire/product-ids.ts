/** Ids of products in other forms: a Shopify GraphQL id means the number in it, which is what themes send. */

const graphqlId = /^gid:\/\/shopify\/(\w+)\/(\d+)(?:\?.*)?$/

/** `gid://shopif` in base64: every encoded GraphQL id starts with it. */
const encodedStart = 'Z2lkOi8vc2hvcGlm'

type ShopifyId = { type: string; number: string }

/** The parts of `gid://shopify/ProductVariant/123`, plain or in base64; null for any other text. */
export function readShopifyId(text: string): ShopifyId | null {
  const plain = text.startsWith(encodedStart) ? decode(text) : text
  if (!plain.startsWith('gid:')) return null
  const [, type, number] = graphqlId.exec(plain) ?? []
  return type !== undefined && number !== undefined ? { type, number } : null
}

function decode(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return text
  }
}

const productTypes = ['Product', 'ProductVariant']

/** The id of a product or variant as it is stored: `123` for a Shopify GraphQL id, any other text as it is. */
export function plainProductId(text: string): string {
  const read = readShopifyId(text)
  return read && productTypes.includes(read.type) ? read.number : text
}
