/** Earlier versions of a template, each a press away from being written on. */
import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { Scroll } from '../../parts/scroll.tsx'
import { useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'
import { isOwn, type Source, type Version } from './draft.ts'

type Props = { versions: Version[]; builtIn: Source; onTake: (source: Source) => void }

export function Versions({ versions, builtIn, onTake }: Props) {
  const say = useSay()
  const { time } = useFormats()
  const { may } = useStore()
  const [isOpen, setOpen] = useState(false)
  const take = ({ subject, html, text }: Source) => {
    onTake({ subject: subject ?? builtIn.subject, html: html ?? builtIn.html, text: text ?? builtIn.text })
    setOpen(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say('Versions')}</Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={say('Versions')} size="lg">
        <Stack>
          <Text size="sm" c="dimmed">
            {say('Taking one puts it into the editor; saving makes it the newest.')}
          </Text>
          <Scroll label={say('Versions')}>
            <Table>
              <Table.Tbody>
                {versions.map((version) => (
                  <Table.Tr key={version.version}>
                    <Table.Td>{say('Version {version}', { version: version.version })}</Table.Td>
                    <Table.Td>{version.author}</Table.Td>
                    <Table.Td>{time(version.createdAt)}</Table.Td>
                    <Table.Td>{!isOwn(version) && say('Built-in')}</Table.Td>
                    <Table.Td>
                      {may('marketer') && (
                        <Button
                          size="xs"
                          onClick={() => take(version)}
                          aria-label={say('Take version {version}', { version: version.version })}
                        >
                          {say('Take it')}
                        </Button>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Scroll>
          {may('marketer') && (
            <Group>
              <Button onClick={() => take({ subject: null, html: null, text: null })}>
                {say('Back to the built-in')}
              </Button>
            </Group>
          )}
        </Stack>
      </Modal>
    </>
  )
}
