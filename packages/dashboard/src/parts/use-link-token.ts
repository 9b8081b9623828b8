/** The secret of a link stands behind the #, where no server and no log sees it. */
import { useEffect, useState } from 'react'

/** A second link opened in the same tab changes only what follows the #, so the page starts anew with it. */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1))
  useEffect(() => {
    const startAnew = () => location.reload()
    addEventListener('hashchange', startAnew)
    return () => removeEventListener('hashchange', startAnew)
  }, [])
  return token
}
