/** Starts the dashboard: theme, calls, addresses. */
import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './style.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { Refused } from './calls.ts'
import { router } from './router.tsx'
import { theme } from './theme.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? ''

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (times, error) => times < 2 && !(error instanceof Refused && error.status >= 400),
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

createRoot(document.getElementById('app')!).render(
  <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
    <Notifications position="bottom-right" />
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
)
