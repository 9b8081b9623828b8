/** The secret of a link: it follows the #, which browsers never send to a server. */
import { useEffect, useState } from 'react'

/** A second link opened in the same tab changes only the hash, so the screen listens for that. */
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
