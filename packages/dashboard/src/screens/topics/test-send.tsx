/** Sends the draft of a template as a test message. */
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useStoreAction } from '../../hooks/use-action.ts'
import { useMe } from '../../session.ts'
import { useT } from '../../words/translate.ts'
import type { Draft } from './draft.ts'

export function TestSend({ draft, isBroken }: { draft: Draft; isBroken: boolean }) {
  const t = useT()
  const { data: me } = useMe()
  const [isOpen, setOpen] = useState(false)
  const [to, setTo] = useState(draft.medium === 'email' ? (me?.email ?? '') : '')
  const send = useStoreAction('/templates/test', {
    done: ({ to }) => t('A test is being sent to {to}. You can also see it in the outbox.', { to }),
    next: () => setOpen(false),
  })
  return (
    <>
      <Button onClick={() => setOpen(true)} disabled={isBroken}>
        {t('Send a test')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('Send a test')}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            send.mutate({ ...draft, to })
          }}
        >
          <Stack>
            <TextInput
              label={t(draft.medium === 'email' ? 'E-mail address' : 'Phone number')}
              type={draft.medium === 'email' ? 'email' : 'tel'}
              value={to}
              onChange={(event) => setTo(event.currentTarget.value)}
              required
              data-autofocus
            />
            <Group justify="flex-end">
              <Button type="submit" variant="filled" loading={send.isPending}>
                {t('Send')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  )
}
