/** A drawer whose open row is in the URL, so that it can be shared and closed with the back button. */
import { Box, Drawer, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import type { StoreData, StoreGet, StoreQuery } from '../../api.ts'
import { useStoreQuery } from '../../hooks/use-store-query.ts'
import { useUrlState } from '../../hooks/use-url-state.ts'
import { useT } from '../../words/translate.ts'
import { ErrorAlert } from '../feedback/error-alert.tsx'

type Props<Path extends StoreGet> = {
  title: string
  /** The route that returns the open row. */
  route: Path
  /** The fields of the route for the id in the URL's `open`. */
  fields: (open: string) => StoreQuery<Path>
  children: (data: StoreData<Path>, open: string) => ReactNode
  /** Milliseconds between two reloads. */
  every?: number
  size?: string
}

export function DetailDrawer<Path extends StoreGet>({ title, route, fields, children, every, size }: Props<Path>) {
  const t = useT()
  const { search, change } = useUrlState()
  const { open } = search
  const query = useStoreQuery(route, fields(open ?? ''), { enabled: open !== undefined, ...(every && { every }) })
  return (
    <Drawer
      opened={open !== undefined}
      onClose={() => change({ open: undefined })}
      title={title}
      size={size ?? 'lg'}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {query.error && <ErrorAlert error={query.error} again={query.refetch} />}
      {query.isPending && open !== undefined && (
        <Box p="xl" ta="center">
          <Loader size="sm" aria-label={t('Loading')} />
        </Box>
      )}
      {query.data && open !== undefined && children(query.data, open)}
    </Drawer>
  )
}
