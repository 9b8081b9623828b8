/** Heartbell in a React app: the elements as components, and a hook for the saved state. */
import { install } from '@heartbell/client/widgets/core'
import { begin, type Heartbell, type Settings } from '@heartbell/client/widgets/kit'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'

const Context = createContext<Heartbell | null>(null)

/** Wrap the app: `<HeartbellProvider store="PID" api="https://wishes.example">`. It does nothing in server rendering. */
export function HeartbellProvider({ children, ...settings }: Settings & { children: ReactNode }) {
  const [heartbell, setHeartbell] = useState<Heartbell | null>(null)
  useEffect(() => {
    const begun = begin(settings)
    install()
    setHeartbell(begun)
  }, [])
  return <Context value={heartbell}>{children}</Context>
}

/** True while the variant is saved, in this or another tab. */
export function useSaved(variantId: string | number): boolean {
  const heartbell = useContext(Context)
  return useSyncExternalStore(
    (changed) => heartbell?.on('change', changed) ?? (() => {}),
    () => heartbell?.isSaved(variantId) ?? false,
    () => false,
  )
}

type Product = {
  variantId: string | number
  productId: string | number
  url: string
  name?: string
  image?: string
  price?: number
}

export function Heart({ variantId, productId, ...about }: Product) {
  return <heartbell-heart variant={variantId} product={productId} {...about} />
}

export function WishlistCount({ href }: { href: string }) {
  return <heartbell-count href={href} />
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'heartbell-heart': Record<string, unknown>
      'heartbell-count': Record<string, unknown>
    }
  }
}
