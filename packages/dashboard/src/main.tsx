/** Starts the dashboard: theme, calls, addresses. */
import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import './style.css'
import { MantineProvider } from '@mantine/core'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { Refused } from './calls.ts'
import { Toasts } from './parts/toasts.tsx'
import { router } from './router.tsx'
import { theme } from './theme.ts'
import { browserLocale, learn } from './words/words.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? ''
// The libraries that stop the page from scrolling behind a dialog look for it here.
Object.assign(globalThis, { __webpack_nonce__: nonce })

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // Whoever asked too often waits as long as the answer says, and sees nothing of it.
      retry: (times, error) => times < 2 && !(error instanceof Refused && error.status >= 400 && error.status !== 429),
      retryDelay: (times, error) => (error instanceof Refused && error.retryAfter) || 1000 * 2 ** times,
      staleTime: 5_000,
    },
  },
  queryCache: new QueryCache({
    // A session that ended elsewhere ends here too.
    onError: (error, { queryKey }) => {
      if (error instanceof Refused && error.status === 401 && queryKey[0] !== 'me')
        void queries.invalidateQueries({ queryKey: ['me'] })
    },
  }),
})

// So that nothing is shown in one language and then in another.
await learn(browserLocale())
document.documentElement.lang = browserLocale()

createRoot(document.getElementById('app')!).render(
  <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
    <Toasts />
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
)
