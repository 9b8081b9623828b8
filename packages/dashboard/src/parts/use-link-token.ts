/** The secret of a link stands behind the #, where no server and no log sees it. */
import { useEffect, useState } from 'react'

/** A second link opened in the same tab changes only what follows the #, so the screen gets the new token. */
export function useLinkToken(): string {
  const [token, setToken] = useState(readToken)
  useEffect(() => {
    const follow = () => setToken(readToken())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return token
}

const readToken = () => location.hash.slice(1)
