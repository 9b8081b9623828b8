/** The wishlist as a page. */
import { HeartbellList } from '@heartbell/react'

export default function Wishlist() {
  return (
    <main>
      <HeartbellList />
    </main>
  )
}
