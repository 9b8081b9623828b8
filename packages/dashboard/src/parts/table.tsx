/** A table of the dashboard: search and filters in the address, page after page, the whole as a file, a helpful emptiness. */
import { Box, Button, Card, Group, Loader, Table as MantineTable, TextInput, UnstyledButton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ask, csvAddress } from '../calls.ts'
import { useSay } from '../words/words.ts'
import { Failure } from './failure.tsx'
import { Scroll } from './scroll.tsx'
import { useAddress } from './use-address.ts'

export type Column<Row> = {
  /** Its heading; also its key. */
  head: string
  cell: (row: Row) => ReactNode
  isNumber?: boolean
}

type Props<Row> = {
  /** What the table is, for those who don't see it. */
  label: string
  /** Of the call, below the store's. */
  path: string
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  /** The word of the address that `search` filters by; none: no search box. */
  searchWord?: string
  searchLabel?: string
  /** Words of the address that the call takes too. */
  filterWords?: string[]
  filters?: ReactNode
  /** What the call always takes. */
  always?: Record<string, string>
  /** Turns words of the address into those of the call, where they differ. */
  toCall?: (words: Words) => Words
  onOpen?: (row: Row) => void
  openLabel?: (row: Row) => string
  empty: ReactNode
  hasFile?: boolean
  /** Milliseconds between two looks, for what moves by itself. */
  every?: number
}

type Words = Record<string, string | undefined>

type Page<Row> = { rows: Row[]; next: string | null }

export function Table<Row>(props: Props<Row>) {
  const { label, path, columns, rowKey, searchWord, filterWords = [], filters, onOpen, empty, hasFile = true } = props
  const say = useSay()
  const { search } = useAddress()
  const words = [...(searchWord ? [searchWord] : []), ...filterWords]
  const asked: Words = Object.fromEntries(words.map((word) => [word, search[word]]))
  const params = { ...props.always, ...(props.toCall?.(asked) ?? asked) }
  const query = useInfiniteQuery({
    queryKey: [path, params],
    queryFn: ({ pageParam }) => ask<Page<Row>>(path, { ...params, after: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    ...(props.every && { refetchInterval: props.every }),
  })
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  const isFiltered = words.some((word) => search[word])
  return (
    <Card padding={0}>
      {(searchWord || filters || hasFile) && (
        <Group p="sm" gap="xs">
          {searchWord && <SearchBox word={searchWord} label={props.searchLabel ?? say('Search')} />}
          {filters}
          {hasFile && rows.length > 0 && (
            <Button component="a" href={csvAddress(path, params)} download ml="auto" variant="subtle">
              {say('Download CSV')}
            </Button>
          )}
        </Group>
      )}
      {query.error && <Failure error={query.error} again={query.refetch} />}
      {query.isPending && (
        <Box p="xl" ta="center">
          <Loader size="sm" aria-label={say('Loading')} />
        </Box>
      )}
      {query.data && rows.length === 0 && <NoRows isFiltered={isFiltered} empty={empty} />}
      {rows.length > 0 && (
        <Scroll label={label}>
          <MantineTable highlightOnHover={Boolean(onOpen)} aria-label={label}>
            <MantineTable.Thead>
              <MantineTable.Tr>
                {columns.map(({ head, isNumber }) => (
                  <MantineTable.Th key={head} {...(isNumber && { className: 'number' })}>
                    {head}
                  </MantineTable.Th>
                ))}
              </MantineTable.Tr>
            </MantineTable.Thead>
            <MantineTable.Tbody>
              {rows.map((row) => (
                <MantineTable.Tr
                  key={rowKey(row)}
                  onClick={onOpen && (() => onOpen(row))}
                  style={onOpen && { cursor: 'pointer' }}
                >
                  {columns.map(({ head, cell, isNumber }, place) => (
                    <MantineTable.Td key={head} {...(isNumber && { className: 'number' })}>
                      {place === 0 && onOpen ? (
                        <UnstyledButton
                          fz="sm"
                          fw={550}
                          aria-label={props.openLabel?.(row)}
                          onClick={(event) => {
                            event.stopPropagation()
                            onOpen(row)
                          }}
                        >
                          {cell(row)}
                        </UnstyledButton>
                      ) : (
                        cell(row)
                      )}
                    </MantineTable.Td>
                  ))}
                </MantineTable.Tr>
              ))}
            </MantineTable.Tbody>
          </MantineTable>
        </Scroll>
      )}
      {query.hasNextPage && (
        <Group justify="center" p="sm">
          <Button onClick={() => query.fetchNextPage()} loading={query.isFetchingNextPage}>
            {say('Show more')}
          </Button>
        </Group>
      )}
    </Card>
  )
}

function NoRows({ isFiltered, empty }: { isFiltered: boolean; empty: ReactNode }) {
  const say = useSay()
  if (!isFiltered) return <>{empty}</>
  return (
    <Box p="xl" ta="center" c="dimmed">
      {say('Nothing matches this search.')}
    </Box>
  )
}

/** Asks when the typing pauses. */
function SearchBox({ word, label }: { word: string; label: string }) {
  const { search, change } = useAddress()
  const held = search[word] ?? ''
  const [text, setText] = useState(held)
  const sent = useRef(held)
  useEffect(() => {
    // The address was changed by a link, a button or by going back.
    if (held !== sent.current) setText(held)
    sent.current = held
  }, [held])
  useEffect(() => {
    if (text.trim() === held) return
    const pause = setTimeout(() => {
      sent.current = text.trim()
      change({ [word]: text.trim() })
    }, 250)
    return () => clearTimeout(pause)
  })
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      w={{ base: '100%', xs: 280 }}
    />
  )
}
