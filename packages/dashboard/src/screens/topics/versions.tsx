/** Earlier versions of a template, which can be loaded into the editor. */
import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { ScrollArea } from '../../components/layout/scroll-area.tsx'
import { useStore } from '../../session.ts'
import { useFormats, useT } from '../../words/translate.ts'
import { isOwn, type Source, type Version } from './draft.ts'

type Props = { versions: Version[]; builtIn: Source; onTake: (source: Source) => void }

export function Versions({ versions, builtIn, onTake }: Props) {
  const t = useT()
  const { time } = useFormats()
  const { may } = useStore()
  const [isOpen, setOpen] = useState(false)
  const take = ({ subject, html, text }: Source) => {
    onTake({ subject: subject ?? builtIn.subject, html: html ?? builtIn.html, text: text ?? builtIn.text })
    setOpen(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('Versions')}</Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('Versions')} size="lg">
        <Stack>
          <Text size="sm" c="dimmed">
            {t('Loading a version puts it into the editor; saving makes it the newest.')}
          </Text>
          <ScrollArea label={t('Versions')}>
            <Table>
              <Table.Tbody>
                {versions.map((version) => (
                  <Table.Tr key={version.version}>
                    <Table.Td>{t('Version {version}', { version: version.version })}</Table.Td>
                    <Table.Td>{version.author}</Table.Td>
                    <Table.Td>{time(version.createdAt)}</Table.Td>
                    <Table.Td>{!isOwn(version) && t('Built-in')}</Table.Td>
                    <Table.Td>
                      {may('marketer') && (
                        <Button
                          size="xs"
                          onClick={() => take(version)}
                          aria-label={t('Load version {version}', { version: version.version })}
                        >
                          {t('Load')}
                        </Button>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </ScrollArea>
          {may('marketer') && (
            <Group>
              <Button onClick={() => take({ subject: null, html: null, text: null })}>
                {t('Restore the built-in template')}
              </Button>
            </Group>
          )}
        </Stack>
      </Modal>
    </>
  )
}
