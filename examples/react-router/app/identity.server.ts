/** The signed-in customer, in a cookie of the shop, and the token that tells Heartbell who that is. */
import { createHmac } from 'node:crypto'
import { createCookie } from 'react-router'

export const customer = createCookie('customer', { httpOnly: true, sameSite: 'lax', secrets: ['change me'] })

/** Valid for ten minutes; the secret never leaves the server. */
export function identityToken(email: string): string {
  const signed = `${Buffer.from(email).toString('base64url')}.${Math.floor(Date.now() / 1000) + 600}`
  const secret = process.env.HEARTBELL_IDENTITY_SECRET ?? ''
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('hex')}`
}
