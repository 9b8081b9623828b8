/** A drawer whose open row is in the URL, so that it can be shared and closed with the back button. */
import { Box, Drawer, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '../../api.ts'
import { useUrlState } from '../../hooks/use-url-state.ts'
import { useT } from '../../words/translate.ts'
import { ErrorAlert } from '../feedback/error-alert.tsx'

type Props<T> = {
  /** The URL parameter that contains the id of the open row. */
  word: string
  title: string
  path: (open: string) => string
  children: (data: T, open: string) => ReactNode
  every?: number
  size?: string
}

export function DetailDrawer<T>({ word, title, path, children, every, size = 'lg' }: Props<T>) {
  const t = useT()
  const { search, change } = useUrlState()
  const open = search[word]
  const query = useQuery({
    queryKey: [open && path(open)],
    queryFn: () => ask<T>(path(open!)),
    enabled: open !== undefined,
    ...(every && { refetchInterval: every }),
  })
  return (
    <Drawer
      opened={open !== undefined}
      onClose={() => change({ [word]: undefined })}
      title={title}
      size={size}
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
