/** Decides which variant of a product is chosen on the page, from everything that says one. */
import type { Field } from './forms.ts'
import type { Variant } from './product-data.ts'

export type Choices = {
  /** The id of the product. */
  empi: string | undefined
  /** In the form around the button. */
  around: Field[]
  announced: string | undefined
  /** In all forms of the page. */
  onPage: Field[]
  /** The page is about this product. */
  isHere: boolean
  inAddress: string | undefined
  /** In the button's own attribute. */
  written: string | undefined
  /** The variants that the page names. */
  variants: Variant[]
  /** The page names all of them. */
  isComplete: boolean
  /** The shop can say which variants the product has. */
  canAsk: boolean
}

/** `unsure` is set if `epi` holds only as long as the shop does not say otherwise. */
type Answer = { epi: string | undefined; unsure?: string[] | undefined }

/** A shopper's choice in the product's form counts more than the attribute, which the page rendered before it. */
export function findVariant(choices: Choices): Answer {
  const { empi, around, announced, onPage, isHere, inAddress, written, variants, isComplete, canAsk } = choices
  const isKnown = (epi?: string) => variants.some((one) => one.epi === epi)
  const isPossible = (epi?: string) => !!epi && (isKnown(epi) || !isComplete)
  const isOwn = ({ owner, values }: Field) => (owner ? owner === empi : values.some(isKnown))
  // forms put the product's id into the field, too; a form that names another product says nothing about this one
  const isMeant = ({ id, owner }: Field) => id !== empi && (!owner || owner === empi)

  const inForm = around.find((field) => isMeant(field) && (isOwn(field) || isPossible(field.id)))?.id
  const own = theOnly(onPage.filter((field) => isMeant(field) && isOwn(field) && (isHere || field.isVisible)))
  const sure = [inForm, isKnown(announced) ? announced : undefined, own].find(Boolean)
  if (sure) return { epi: sure }

  // the page's only form, which does not say its product
  const nameless = isHere && !isComplete ? theOnly(onPage.filter(isMeant)) : undefined
  const rest = [
    nameless,
    isKnown(written) ? written : undefined,
    isPossible(inAddress) ? inAddress : undefined,
    written,
  ]
  const likely = [...new Set(rest)].filter((epi) => epi !== undefined)
  const [epi] = likely
  if (epi) return { epi, unsure: nameless && canAsk ? likely : undefined }
  if (variants.length !== 1) return { epi }
  // A page that names one variant may mean the first that is available, not the chosen one. The shop says whether there are more;
  // elsewhere it is what the theme itself says the page is about.
  return isComplete || !canAsk ? { epi: variants[0]!.epi } : { epi, unsure: likely }
}

/** Fields that contradict each other say nothing. */
function theOnly(fields: Field[]): string | undefined {
  const ids = new Set(fields.map(({ id }) => id))
  return ids.size === 1 ? fields[0]!.id : undefined
}
