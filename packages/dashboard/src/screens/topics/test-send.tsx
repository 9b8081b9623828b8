/** Sends the draft to oneself. */
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAct } from '../../parts/use-act.ts'
import { useMe, useStore } from '../../session.ts'
import { useSay } from '../../words/words.ts'
import type { Draft } from './draft.ts'

export function TestSend({ draft, isBroken }: { draft: Draft; isBroken: boolean }) {
  const say = useSay()
  const { path } = useStore()
  const { data: me } = useMe()
  const [isOpen, setOpen] = useState(false)
  const [to, setTo] = useState(draft.medium === 'email' ? (me?.email ?? '') : '')
  const send = useAct<object, { to: string }>(`${path}/templates/test`, {
    done: ({ to }) => say('A test goes to {to}. It is in the outbox too.', { to }),
    next: () => setOpen(false),
  })
  return (
    <>
      <Button onClick={() => setOpen(true)} disabled={isBroken}>
        {say('Send a test')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={say('Send a test')}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            send.mutate({ ...draft, to })
          }}
        >
          <Stack>
            <TextInput
              label={say(draft.medium === 'email' ? 'E-mail address' : 'Phone number')}
              type={draft.medium === 'email' ? 'email' : 'tel'}
              value={to}
              onChange={(event) => setTo(event.currentTarget.value)}
              required
              data-autofocus
            />
            <Group justify="flex-end">
              <Button type="submit" variant="filled" loading={send.isPending}>
                {say('Send')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  )
}
