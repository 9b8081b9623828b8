/** The products: a server component that renders hearts, and one product that reacts in the browser. */
import { HeartbellHeart, HeartbellNotify } from '@heartbell/react'
import { Product } from './product'

export default function Page() {
  return (
    <main>
      <Product />
      <article>
        <h2>Mug</h2>
        <HeartbellHeart variant={201} product={20} url="/#mug" name="Mug" price={9} />
        <HeartbellNotify variant={201} product={20} url="/#mug" name="Mug" stock={0} />
      </article>
    </main>
  )
}
