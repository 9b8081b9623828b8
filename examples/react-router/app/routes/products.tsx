/** The products, from a loader on the server. */
import { HeartbellHeart, HeartbellNotify, useSaved } from '@heartbell/react'
import { useLoaderData } from 'react-router'

type Product = { variant: number; product: number; name: string; price: number; stock: number }

export const loader = (): Product[] => [
  { variant: 101, product: 10, name: 'Teapot', price: 24.5, stock: 3 },
  { variant: 201, product: 20, name: 'Mug', price: 9, stock: 0 },
]

function Card({ stock, ...product }: Product) {
  const url = `/#${product.product}`
  return (
    <article>
      <h2>{product.name}</h2>
      <HeartbellHeart {...product} url={url} />
      <HeartbellNotify {...product} url={url} stock={stock} />
      <p role="status">{useSaved(product.variant) ? 'On your wishlist.' : 'Not saved yet.'}</p>
    </article>
  )
}

export default function Products() {
  return (
    <main>
      {useLoaderData<typeof loader>().map((product) => (
        <Card key={product.variant} {...product} />
      ))}
    </main>
  )
}
