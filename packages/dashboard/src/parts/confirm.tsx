/** Asks before something is destroyed, and names what goes. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSay } from '../words/words.ts'

type Props = {
  title: string
  /** What will be gone. */
  children: ReactNode
  action: string
  isOpen: boolean
  isBusy?: boolean
  onConfirm: () => void
  onClose: () => void
}

export function Confirm({ title, children, action, isOpen, isBusy = false, onConfirm, onClose }: Props) {
  const say = useSay()
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': say('Close') }}>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button onClick={onClose} data-autofocus>
            {say('Keep it')}
          </Button>
          <Button variant="filled" color="red" loading={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
