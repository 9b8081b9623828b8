/** Guests who signed in: what came along to which account, and the way back. */
import { Badge, Button, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../calls.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Failure } from '../../parts/failure.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'
import { ListsFrame } from './frame.tsx'

type MergeLine = {
  mergeId: string
  guestId: string
  accountEmail: string | null
  lists: number
  items: number
  alerts: number
  mergedAt: string
  undoneAt: string | null
  canUndo: boolean
}
type Undoing = { merges: number; accountEmail: string | null; lists: { name: string; items: number }[]; alerts: number }

export function Merges() {
  const say = useSay()
  const { number, time } = useFormats()
  const { path, may } = useStore()
  const [chosen, setChosen] = useState<MergeLine | null>(null)
  const columns: Column<MergeLine>[] = [
    { head: say('When'), cell: ({ mergedAt }) => time(mergedAt) },
    {
      head: say('Guest'),
      cell: ({ guestId }) => (
        <Text size="sm" ff="monospace" component="span">
          {guestId.slice(0, 8)}
        </Text>
      ),
    },
    { head: say('Became'), cell: ({ accountEmail }) => accountEmail ?? '–' },
    { head: say('Lists'), cell: ({ lists }) => number(lists), isNumber: true },
    { head: say('Items'), cell: ({ items }) => number(items), isNumber: true },
    { head: say('Alerts'), cell: ({ alerts }) => number(alerts), isNumber: true },
    {
      head: say('State'),
      cell: (line) =>
        line.undoneAt ? (
          <Badge color="gray">{say('Undone {when}', { when: time(line.undoneAt) })}</Badge>
        ) : line.canUndo && may('admin') ? (
          <Button size="xs" onClick={() => setChosen(line)}>
            {say('Undo')}
          </Button>
        ) : null,
    },
  ]
  return (
    <ListsFrame
      about={say('When a guest signs in, what they saved moves to their account. It can be undone for 30 days.')}
    >
      <Table
        label={say('Merges')}
        path={`${path}/merges`}
        columns={columns}
        rowKey={({ mergeId }) => mergeId}
        searchWord="q"
        searchLabel={say('E-mail address of an account')}
        empty={
          <Empty title={say('No merge yet')}>{say('Nobody who saved something as a guest has signed in since.')}</Empty>
        }
      />
      <Undo chosen={chosen} onClose={() => setChosen(null)} />
    </ListsFrame>
  )
}

function Undo({ chosen, onClose }: { chosen: MergeLine | null; onClose: () => void }) {
  const say = useSay()
  const { path } = useStore()
  const asked = useQuery({
    queryKey: [path, 'merge', chosen?.mergeId],
    queryFn: () => ask<Undoing>(`${path}/merges/${chosen!.mergeId}`),
    enabled: chosen !== null,
    retry: false,
  })
  const undo = useAct<object>(`${path}/merges/${chosen?.mergeId}/undo`, {
    done: say('The merge is undone.'),
    next: onClose,
  })
  const account = chosen?.accountEmail ?? '–'
  return (
    <Confirm
      title={say('Undo this merge?')}
      action={say('Undo the merge')}
      isOpen={chosen !== null}
      isBusy={undo.isPending}
      onConfirm={() => undo.mutate({})}
      onClose={onClose}
    >
      {asked.error && <Failure error={asked.error} />}
      {asked.data && (
        <Stack gap="xs">
          <span>{say('These go back from {account} to the guest:', { account })}</span>
          <List size="sm">
            {asked.data.lists.map(({ name, items }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lists may have one name, and the order stays.
              <List.Item key={place}>{say('{name} ({items} items)', { name, items })}</List.Item>
            ))}
            {asked.data.alerts > 0 && <List.Item>{say('{alerts} alerts', { alerts: asked.data.alerts })}</List.Item>}
          </List>
          <span>{say('What was saved, changed or removed in the account since stays as it is.')}</span>
        </Stack>
      )}
    </Confirm>
  )
}
