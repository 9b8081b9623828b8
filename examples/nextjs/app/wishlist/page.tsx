/** The wishlist as a page. */
import { HeartbellList } from '@heartbell/react'

export default function Page() {
  return (
    <main>
      <HeartbellList />
    </main>
  )
}
