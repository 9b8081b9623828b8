/** A table with search and filters in the URL, paging, CSV download and an empty state. */
import { Box, Button, Card, Group, Loader, Table as MantineTable, TextInput, UnstyledButton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { csvUrl, getFromStore, type StoreQuery, type TablePath, type TableRow } from '../../api.ts'
import { useUrlState } from '../../hooks/use-url-state.ts'
import { useStore } from '../../session.ts'
import { useT } from '../../words/translate.ts'
import { ErrorAlert } from '../feedback/error-alert.tsx'
import { ScrollArea } from '../layout/scroll-area.tsx'

export type Column<Row> = {
  /** The column's heading, also used as its key. */
  head: string
  cell: (row: Row) => ReactNode
  isNumber?: boolean
}

type Props<Path extends TablePath> = {
  /** The accessible name of the table. */
  label: string
  /** The route that returns the rows. */
  route: Path
  columns: Column<TableRow<Path>>[]
  rowKey: (row: TableRow<Path>) => string
  /** The URL parameter of the search box; without it there is none. */
  searchParameter?: string
  searchLabel?: string
  /** Further URL parameters that are sent to the route. */
  filterParameters?: string[]
  filters?: ReactNode
  /** Parameters that are sent with every request. */
  fixedFields?: Record<string, string>
  /** Converts URL parameters to those of the route, where they differ. */
  toFields?: (parameters: Parameters) => Parameters
  onOpen?: (row: TableRow<Path>) => void
  openLabel?: (row: TableRow<Path>) => string
  empty: ReactNode
  hasCsv?: boolean
  /** Milliseconds between two reloads, for data that changes by itself. */
  every?: number
}

type Parameters = Record<string, string | undefined>

/** What every table answers. */
type Page<Path extends TablePath> = { rows: TableRow<Path>[]; next: string | null }

export function Table<Path extends TablePath>(props: Props<Path>) {
  const {
    label,
    route,
    columns,
    rowKey,
    searchParameter,
    filterParameters = [],
    filters,
    onOpen,
    empty,
    hasCsv = true,
  } = props
  const t = useT()
  const { store } = useStore()
  const { search } = useUrlState()
  const parameters = [...(searchParameter ? [searchParameter] : []), ...filterParameters]
  const given: Parameters = Object.fromEntries(parameters.map((parameter) => [parameter, search[parameter]]))
  const params = { ...props.fixedFields, ...(props.toFields?.(given) ?? given) }
  const query = useInfiniteQuery({
    queryKey: [store, route, params],
    queryFn: async ({ pageParam }) => {
      const fields = { ...params, after: pageParam } as StoreQuery<Path>
      return (await getFromStore(store, route, fields)) as unknown as Page<Path>
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    ...(props.every && { refetchInterval: props.every }),
  })
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  const isFiltered = parameters.some((parameter) => search[parameter])
  return (
    <Card padding={0}>
      {(searchParameter || filters || hasCsv) && (
        <Group p="sm" gap="xs">
          {searchParameter && <SearchBox parameter={searchParameter} label={props.searchLabel ?? t('Search')} />}
          {filters}
          {hasCsv && rows.length > 0 && (
            <Button component="a" href={csvUrl(store, route, params)} download ml="auto" variant="subtle">
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
function SearchBox({ parameter, label }: { parameter: string; label: string }) {
  const { search, change } = useUrlState()
  const inUrl = search[parameter] ?? ''
  const [text, setText] = useState(inUrl)
  const sent = useRef(inUrl)
  useEffect(() => {
    // A link, a button or the back button changed the URL.
    if (inUrl !== sent.current) setText(inUrl)
    sent.current = inUrl
  }, [inUrl])
  useEffect(() => {
    if (text.trim() === inUrl) return
    const pause = setTimeout(() => {
      sent.current = text.trim()
      change({ [parameter]: text.trim() })
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
