/** A drawer at the side whose opening is in the address, so that it can be sent to a colleague and closed by going back. */
import { Box, Drawer, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '../calls.ts'
import { useSay } from '../words/words.ts'
import { Failure } from './failure.tsx'
import { useAddress } from './use-address.ts'

type Props<T> = {
  /** The word of the address that holds what is open. */
  word: string
  title: string
  path: (open: string) => string
  children: (data: T, open: string) => ReactNode
  every?: number
  size?: string
}

export function Side<T>({ word, title, path, children, every, size = 'lg' }: Props<T>) {
  const say = useSay()
  const { search, change } = useAddress()
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
      closeButtonProps={{ 'aria-label': say('Close') }}
    >
      {query.error && <Failure error={query.error} again={query.refetch} />}
      {query.isPending && open !== undefined && (
        <Box p="xl" ta="center">
          <Loader size="sm" aria-label={say('Loading')} />
        </Box>
      )}
      {query.data && open !== undefined && children(query.data, open)}
    </Drawer>
  )
}
