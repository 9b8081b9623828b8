/** A product in one line: image, title, variant. */
import './product.css'

type Props = { title: string | null; variantInfo: string | null; imageUrl?: string | null; variantId: string }

export const Product = ({ title, variantInfo, imageUrl, variantId }: Props) => (
  <span className="product">
    {imageUrl ? (
      <img className="product-picture" src={imageUrl} alt="" loading="lazy" width={40} height={40} />
    ) : (
      <span className="product-picture" aria-hidden />
    )}
    <span className="product-words">
      <span className="product-title">{title || variantId}</span>
      {(variantInfo || title) && <span className="product-variant">{variantInfo || variantId}</span>}
    </span>
  </span>
)
