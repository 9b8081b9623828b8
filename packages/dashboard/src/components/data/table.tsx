/** A table with search and filters in the URL, paging, CSV download and an empty state. */
import { Box, Button, Card, Group, Loader, Table as MantineTable, TextInput, UnstyledButton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ask, csvAddress } from '../../api.ts'
import { useUrlState } from '../../hooks/use-url-state.ts'
import { useT } from '../../words/translate.ts'
import { ErrorAlert } from '../feedback/error-alert.tsx'
import { ScrollArea } from '../layout/scroll-area.tsx'

export type Column<Row> = {
  /** The column's heading, also used as its key. */
  head: string
  cell: (row: Row) => ReactNode
  isNumber?: boolean
}

type Props<Row> = {
  /** The accessible name of the table. */
  label: string
  /** The route that returns the rows. */
  path: string
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  /** The URL parameter of the search box; without it there is none. */
  searchWord?: string
  searchLabel?: string
  /** Further URL parameters that are sent to the route. */
  filterWords?: string[]
  filters?: ReactNode
  /** Parameters that are sent with every request. */
  always?: Record<string, string>
  /** Converts URL parameters to those of the route, where they differ. */
  toCall?: (words: Words) => Words
  onOpen?: (row: Row) => void
  openLabel?: (row: Row) => string
  empty: ReactNode
  hasFile?: boolean
  /** Milliseconds between two reloads, for data that changes by itself. */
  every?: number
}

type Words = Record<string, string | undefined>

type Page<Row> = { rows: Row[]; next: string | null }

export function Table<Row>(props: Props<Row>) {
  const { label, path, columns, rowKey, searchWord, filterWords = [], filters, onOpen, empty, hasFile = true } = props
  const t = useT()
  const { search } = useUrlState()
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
          {searchWord && <SearchBox word={searchWord} label={props.searchLabel ?? t('Search')} />}
          {filters}
          {hasFile && rows.length > 0 && (
            <Button component="a" href={csvAddress(path, params)} download ml="auto" variant="subtle">
              {t('Download CSV')}
            </Button>
          )}
        </Group>
      )}
      {query.error && <ErrorAlert error={query.error} again={query.refetch} />}
      {query.isPending && (
        <Box p="xl" ta="center">
          <Loader size="sm" aria-label={t('Loading')} />
        </Box>
      )}
      {query.data && rows.length === 0 && <NoRows isFiltered={isFiltered} empty={empty} />}
      {rows.length > 0 && (
        <ScrollArea label={label}>
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
        </ScrollArea>
      )}
      {query.hasNextPage && (
        <Group justify="center" p="sm">
          <Button onClick={() => query.fetchNextPage()} loading={query.isFetchingNextPage}>
            {t('Show more')}
          </Button>
        </Group>
      )}
    </Card>
  )
}

function NoRows({ isFiltered, empty }: { isFiltered: boolean; empty: ReactNode }) {
  const t = useT()
  if (!isFiltered) return <>{empty}</>
  return (
    <Box p="xl" ta="center" c="dimmed">
      {t('Nothing matches this search.')}
    </Box>
  )
}

/** Searches when typing pauses. */
function SearchBox({ word, label }: { word: string; label: string }) {
  const { search, change } = useUrlState()
  const held = search[word] ?? ''
  const [text, setText] = useState(held)
  const sent = useRef(held)
  useEffect(() => {
    // A link, a button or the back button changed the URL.
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
