/** Code to paste into a shop, with the same appearance and texts as the preview. */
import type { StoreQuery } from '../../api.ts'

type Language = NonNullable<StoreQuery<'/widget-preview'>['language']>

export type Look = {
  accent: string
  heart: string
  radius: string
  place: 'picture' | 'title' | 'button'
  language: Language
  notify: string
}

export const defaultLook: Look = {
  accent: '#177a4e',
  heart: '#d6224f',
  radius: '10',
  place: 'picture',
  language: 'en',
  notify: '',
}

type Where = { url: string; pid: string }

/** Escaped for use inside a script element. */
const literal = (text: string) => JSON.stringify(text).replaceAll('<', '\\u003c')

function properties({ accent, heart, radius }: Look): string {
  const set = [
    accent !== defaultLook.accent && `--hb-accent: ${accent}`,
    heart !== defaultLook.heart && `--hb-heart: ${heart}`,
    radius !== defaultLook.radius && `--hb-radius: ${radius}px`,
  ].filter(Boolean)
  return set.length > 0 ? `<style>:root { ${set.join('; ')} }</style>\n` : ''
}

const words = ({ notify }: Look) =>
  notify ? `<script>addEventListener('load', () => heartbell.texts({ notify: ${literal(notify)} }))</script>\n` : ''

export const scriptTag = (look: Look, { url, pid }: Where) =>
  `<link rel="stylesheet" href="${url}/client/latest/heartbell.css">
<script type="module" async src="${url}/client/latest/core.js"
  data-store="${pid}" data-lang="${look.language}"></script>
${properties(look)}${words(look)}`.trim()

export const html = (look: Look, where: Where) => `<!-- once, in the head of every page -->
${scriptTag(look, where)}

<!-- beside a product -->
<heartbell-heart variant="101" product="10" name="Linen apron"
  url="https://shop.example/apron" image="https://shop.example/apron.jpg" price="39"></heartbell-heart>

<!-- where "Add to bag" is, with the units there are -->
<heartbell-notify variant="101" product="10" name="Linen apron"
  url="https://shop.example/apron" stock="0"></heartbell-notify>

<!-- in the header: how much is saved, opens the list -->
<heartbell-count href="/wishlist"></heartbell-count>`

export const shopify = (
  look: Look,
  where: Where,
) => `{%- comment -%} layout/theme.liquid, before </head> {%- endcomment -%}
${scriptTag(look, where)}

{%- comment -%} a block of the product page {%- endcomment -%}
{%- assign v = product.selected_or_first_available_variant -%}
<heartbell-heart variant="{{ v.id }}" product="{{ product.id }}" name="{{ product.title | escape }}"
  url="{{ shop.url }}{{ v.url }}" image="{{ v.featured_image | default: product.featured_image | image_url: width: 400 }}"
  price="{{ v.price | divided_by: 100.0 }}"></heartbell-heart>
<heartbell-notify variant="{{ v.id }}" product="{{ product.id }}" name="{{ product.title | escape }}"
  url="{{ shop.url }}{{ v.url }}"
  stock="{% if v.inventory_management %}{{ v.inventory_quantity }}{% endif %}"></heartbell-notify>`

export const react = (look: Look, { url, pid }: Where) => `// once, around your pages
export function Heartbell() {
  return (
    <>
      <link rel="stylesheet" href="${url}/client/latest/heartbell.css" />
      <script type="module" async src="${url}/client/latest/core.js"
        data-store="${pid}" data-lang="${look.language}" />
    </>
  )
}

// beside a product
export function Heart({ variant, product }) {
  return <heartbell-heart variant={variant.id} product={product.id} name={product.title} url={product.url} />
}

// where "Add to bag" is
export function Notify({ variant, product }) {
  return <heartbell-notify variant={variant.id} product={product.id} name={product.title} stock={variant.stock} />
}`
