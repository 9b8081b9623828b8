/** The variants that are chosen in the product forms of the page, and the products that these forms belong to. */

/** `id` is the chosen variant. */
export type Field = {
  id: string
  /** The product that the form or an element around it names. */
  owner: string | undefined
  /** All values that can be chosen in it. */
  values: string[]
  /** The shopper sees it: a hidden field contains what the theme wrote until a script changes it. */
  isVisible: boolean
}

/** Shopify adds a field `product-id` and this id to a form; the rest are habits of themes. */
function ownerOf(field: HTMLElement, form: HTMLFormElement | null): string | undefined {
  const named = form?.querySelector<HTMLInputElement>('[name="product-id"]')?.value
  // not `form.id`, which is the field of that name
  const inId = /^product_form_(\d+)$/.exec(form?.getAttribute('id') ?? '')?.[1]
  const { productid, productId } = field.closest<HTMLElement>('[data-productid],[data-product-id]')?.dataset ?? {}
  return named || inId || productid || productId || undefined
}

/** The fields named `id`, in which themes put the chosen variant. */
export function fieldsIn(root: ParentNode | null): Field[] {
  const fields = root?.querySelectorAll<HTMLInputElement>('[name=id]:not([type=radio]), [name=id]:checked') ?? []
  return [...fields].flatMap((field) => {
    const { value: id, form } = field
    const all = [field, ...(form ?? field).querySelectorAll<HTMLInputElement>('[name=id], [name=id] option')]
    const values = all.map(({ value }) => value)
    return id ? { id, owner: ownerOf(field, form), values, isVisible: !!field.getClientRects()[0] } : []
  })
}
