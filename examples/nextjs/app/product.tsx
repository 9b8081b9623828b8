/** A product that says whether it is saved. */
'use client'

import { HeartbellHeart, useSaved } from '@heartbell/react'
import { useState } from 'react'

export function Product() {
  const isSaved = useSaved(101)
  const [last, setLast] = useState('')
  return (
    <article>
      <h2>Teapot</h2>
      <HeartbellHeart
        variant={101}
        product={10}
        url="/#teapot"
        name="Teapot"
        price={24.5}
        onSaved={(event) => setLast(`Saved ${event.detail.product.title}.`)}
      />
      <p role="status">{isSaved ? `On your wishlist. ${last}` : 'Not saved yet.'}</p>
    </article>
  )
}
