/** Asks for confirmation before a destructive action. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../../words/translate.ts'

type Props = {
  title: string
  /** What will be lost. */
  children: ReactNode
  action: string
  isOpen: boolean
  isBusy?: boolean
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog({ title, children, action, isOpen, isBusy = false, onConfirm, onClose }: Props) {
  const t = useT()
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('Close') }}>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button onClick={onClose} data-autofocus>
            {t('Go back')}
          </Button>
          <Button variant="filled" color="red" loading={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
