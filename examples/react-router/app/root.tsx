/** Every page: the loader on the server says which Heartbell, and who is signed in. */
import heartbellSizes from '@heartbell/client/heartbell.css?url'
import { HeartbellCount, HeartbellProvider } from '@heartbell/react'
import { Form, Link, Links, type LoaderFunctionArgs, Meta, Outlet, Scripts, useLoaderData } from 'react-router'
import { customer, identityToken } from './identity.server'

export const links = () => [
  { rel: 'stylesheet', href: heartbellSizes },
  { rel: 'icon', href: 'data:,' },
]

export async function loader({ request }: LoaderFunctionArgs) {
  const { HEARTBELL_API = 'http://localhost:4000', HEARTBELL_STORE = '' } = process.env
  const email: string | null = await customer.parse(request.headers.get('cookie'))
  return {
    email,
    settings: { api: HEARTBELL_API, store: HEARTBELL_STORE, identity: email ? identityToken(email) : '' },
  }
}

export default function Root() {
  const { email, settings } = useLoaderData<typeof loader>()
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>React Router shop</title>
        <Meta />
        <Links />
      </head>
      <body>
        <HeartbellProvider {...settings} currency="EUR">
          <header>
            <Link to="/">Shop</Link> <HeartbellCount href="/wishlist" />
            <Form method="post" action="/session">
              {email ? (
                <>
                  {email}{' '}
                  <button type="submit" name="email" value="">
                    Sign out
                  </button>
                </>
              ) : (
                <button type="submit" name="email" value="ada@shop.example">
                  Sign in as Ada
                </button>
              )}
            </Form>
          </header>
          <Outlet />
        </HeartbellProvider>
        <Scripts />
      </body>
    </html>
  )
}
