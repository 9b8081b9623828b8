/** Every page, rendered on the server: the provider starts Heartbell once in the browser. */
import '@heartbell/client/heartbell.css'
import { HeartbellCount, HeartbellProvider } from '@heartbell/react'
import type { ReactNode } from 'react'

export const dynamic = 'force-dynamic'
export const metadata = { title: 'Next.js shop', icons: { icon: 'data:,' } }

export default function Layout({ children }: { children: ReactNode }) {
  const { HEARTBELL_API = 'http://localhost:4000', HEARTBELL_STORE = '' } = process.env
  return (
    <html lang="en">
      <body>
        <HeartbellProvider store={HEARTBELL_STORE} api={HEARTBELL_API} currency="EUR">
          <header>
            <a href="/">Shop</a> <HeartbellCount href="/wishlist" />
          </header>
          {children}
        </HeartbellProvider>
      </body>
    </html>
  )
}
