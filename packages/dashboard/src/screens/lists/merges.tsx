/** Merges of guests into accounts, and undoing them. */
import { Badge, Button, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { TableRow } from '../../api.ts'
import { type Column, Table } from '../../components/data/table.tsx'
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { useStoreAction } from '../../hooks/use-action.ts'
import { useStoreQuery } from '../../hooks/use-store-query.ts'
import { useStore } from '../../session.ts'
import { useFormats, useT } from '../../words/translate.ts'
import { ListsLayout } from './lists-layout.tsx'

type MergeLine = TableRow<'/merges'>

export function Merges() {
  const t = useT()
  const { number, time } = useFormats()
  const { may } = useStore()
  const [chosen, setChosen] = useState<MergeLine | null>(null)
  const columns: Column<MergeLine>[] = [
    { head: t('When'), cell: ({ mergedAt }) => time(mergedAt) },
    {
      head: t('Guest'),
      cell: ({ guestId }) => (
        <Text size="sm" ff="monospace" component="span">
          {guestId.slice(0, 8)}
        </Text>
      ),
    },
    { head: t('Account'), cell: ({ accountEmail }) => accountEmail ?? '–' },
    { head: t('Lists'), cell: ({ lists }) => number(lists), isNumber: true },
    { head: t('Items'), cell: ({ items }) => number(items), isNumber: true },
    { head: t('Alerts'), cell: ({ alerts }) => number(alerts), isNumber: true },
    {
      head: t('State'),
      cell: (line) =>
        line.undoneAt ? (
          <Badge color="gray">{t('Undone {when}', { when: time(line.undoneAt) })}</Badge>
        ) : line.canUndo && may('admin') ? (
          <Button size="xs" onClick={() => setChosen(line)}>
            {t('Undo')}
          </Button>
        ) : null,
    },
  ]
  return (
    <ListsLayout
      about={t('When a guest signs in, what they saved moves to their account. It can be undone for 30 days.')}
    >
      <Table
        label={t('Merges')}
        route="/merges"
        columns={columns}
        rowKey={({ mergeId }) => mergeId}
        searchParameter="q"
        searchLabel={t('E-mail address of an account')}
        empty={
          <EmptyState title={t('No merge yet')}>
            {t('Nobody who saved something as a guest has signed in since.')}
          </EmptyState>
        }
      />
      <Undo chosen={chosen} onClose={() => setChosen(null)} />
    </ListsLayout>
  )
}

function Undo({ chosen, onClose }: { chosen: MergeLine | null; onClose: () => void }) {
  const t = useT()
  const mergeId = chosen?.mergeId ?? ''
  const asked = useStoreQuery('/merges/:mergeId', { mergeId }, { enabled: chosen !== null, retry: false })
  const undo = useStoreAction('/merges/:mergeId/undo', {
    done: t('The merge is undone.'),
    next: onClose,
  })
  const account = chosen?.accountEmail ?? '–'
  return (
    <ConfirmDialog
      title={t('Undo this merge?')}
      action={t('Undo the merge')}
      isOpen={chosen !== null}
      isBusy={undo.isPending}
      onConfirm={() => undo.mutate({ mergeId })}
      onClose={onClose}
    >
      {asked.error && <ErrorAlert error={asked.error} />}
      {asked.data && (
        <Stack gap="xs">
          <span>{t('These move back from {account} to the guest:', { account })}</span>
          <List size="sm">
            {asked.data.lists.map(({ name, items }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lists may have one name, and the order stays.
              <List.Item key={place}>
                {t.plural(items, '{name} ({count} item)', '{name} ({count} items)', { name })}
              </List.Item>
            ))}
            {asked.data.alerts > 0 && (
              <List.Item>{t.plural(asked.data.alerts, '{count} alert', '{count} alerts')}</List.Item>
            )}
          </List>
          <span>{t('What was saved, changed or removed in the account since stays as it is.')}</span>
        </Stack>
      )}
    </ConfirmDialog>
  )
}
