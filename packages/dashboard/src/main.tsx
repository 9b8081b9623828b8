/** Starts the dashboard: theme, queries, router. */
import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import './style.css'
import { MantineProvider } from '@mantine/core'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { ApiError } from './api.ts'
import { Toasts } from './components/feedback/toasts.tsx'
import { router } from './router.tsx'
import { theme } from './theme.ts'
import { browserLocale, loadLanguage } from './words/translate.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? ''
// The library that locks scrolling behind a dialog reads the nonce from here.
Object.assign(globalThis, { __webpack_nonce__: nonce })

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // After 429 a query waits as long as the answer says, without an error on the screen.
      retry: (times, error) => times < 2 && !(error instanceof ApiError && error.status >= 400 && error.status !== 429),
      retryDelay: (times, error) => (error instanceof ApiError && error.retryAfter) || 1000 * 2 ** times,
      staleTime: 5_000,
    },
  },
  queryCache: new QueryCache({
    // A session that ended in another tab ends here too, and a store that removed the person closes.
    onError: (error, { queryKey }) => {
      const hasLostAccess = error instanceof ApiError && (error.status === 401 || error.type === 'unknown-store')
      if (hasLostAccess && queryKey[0] !== 'me') void queries.invalidateQueries({ queryKey: ['me'] })
    },
  }),
})

// Loaded first, so that the page does not switch its language after rendering.
await loadLanguage(browserLocale())
document.documentElement.lang = browserLocale()

createRoot(document.getElementById('app')!).render(
  <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
    <Toasts />
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
)
