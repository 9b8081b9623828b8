/** Reading in a feed's file: chosen, looked at before anything changes, then read with its progress. */
import { Alert, Button, Checkbox, FileInput, Group, Modal, Progress, Stack, Table, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, send } from '../../calls.ts'
import { Scroll } from '../../parts/scroll.tsx'
import { useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'

type Face = { title: string | null; price: number | null; stock: number | null }
type Preview = {
  products: number
  added: number
  changed: number
  missing: number
  refused: number
  lines: { line: number; message: string }[]
  examples: { variantId: string; before: Face | null; after: Face }[]
}
type Report = Omit<Preview, 'examples' | 'missing'> & { removed: number; held: number }

/** The same file again goes on where it broke off. */
const nameOf = (file: File) => `${file.name} ${file.size} ${file.lastModified}`

export function Import({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const say = useSay()
  const { path } = useStore()
  const queries = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [report, setReport] = useState<Report | null>(null)
  const [busy, setBusy] = useState<'preview' | 'import' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [removes, setRemoves] = useState(false)

  const work = async (what: 'preview' | 'import', act: () => Promise<void>) => {
    setBusy(what)
    setProblem(null)
    await act().catch((error: Error) => setProblem(error.message))
    setBusy(null)
  }
  const look = (chosen: File | null) => {
    setFile(chosen)
    setPreview(null)
    setReport(null)
    if (chosen) void work('preview', async () => setPreview(await send<Preview>(`${path}/imports/preview`, chosen)))
  }
  const read = () =>
    work('import', async () => {
      const query = `file=${encodeURIComponent(nameOf(file!))}&confirm=${removes ? 'yes' : 'no'}`
      setReport(await send<Report>(`${path}/imports?${query}`, file!))
      await queries.invalidateQueries()
    })
  const close = () => {
    if (busy === 'import') return
    look(null)
    setProblem(null)
    onClose()
  }
  return (
    <Modal opened={isOpen} onClose={close} title={say('Import a feed')} size="xl">
      <Stack>
        {!report && (
          <FileInput
            label={say('Feed file')}
            description={say('A Google Merchant feed: XML, or a table with tabs or commas. It is the whole catalog.')}
            placeholder={say('Choose a file')}
            value={file}
            onChange={look}
            accept=".xml,.rss,.atom,.tsv,.txt,.csv"
            disabled={busy !== null}
          />
        )}
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {busy === 'preview' && <Text size="sm">{say('Looking at what would change …')}</Text>}
        {preview && !report && <Changes preview={preview} />}
        {preview && !report && preview.missing > 0 && (
          <Checkbox
            label={say('Also take off sale the {count} that are not in the file, however many they are', {
              count: preview.missing,
            })}
            checked={removes}
            onChange={(event) => setRemoves(event.currentTarget.checked)}
          />
        )}
        {busy === 'import' && preview && file && (
          <HowFar file={nameOf(file)} total={preview.products + preview.refused} />
        )}
        {report && <Done report={report} />}
        <Group justify="flex-end">
          {report ? (
            <Button variant="filled" onClick={close}>
              {say('Done')}
            </Button>
          ) : (
            <Button variant="filled" disabled={!preview} loading={busy === 'import'} onClick={read}>
              {say('Import')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

function Changes({ preview }: { preview: Preview }) {
  const say = useSay()
  const { number } = useFormats()
  const show = (face: Face | null, word: keyof Face) =>
    face?.[word] === null || face === null ? '–' : String(face[word])
  return (
    <>
      <Text size="sm">
        {say('{products} products: {added} new, {changed} changed, {missing} not in the file, {refused} refused.', {
          products: number(preview.products),
          added: number(preview.added),
          changed: number(preview.changed),
          missing: number(preview.missing),
          refused: number(preview.refused),
        })}
      </Text>
      {preview.examples.length > 0 && (
        <Scroll label={say('What would change')}>
          <Table horizontalSpacing="xs" verticalSpacing={6} aria-label={say('What would change')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say('Product')}</Table.Th>
                <Table.Th>{say('Price')}</Table.Th>
                <Table.Th>{say('Stock')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {preview.examples.slice(0, 8).map(({ variantId, before, after }) => (
                <Table.Tr key={variantId}>
                  <Table.Td>
                    {after.title ?? variantId}{' '}
                    {before === null && (
                      <Text span c="green" size="sm">
                        {say('new')}
                      </Text>
                    )}
                  </Table.Td>
                  {(['price', 'stock'] as const).map((word) => (
                    <Table.Td key={word}>
                      {before && before[word] !== after[word] ? `${show(before, word)} → ` : ''}
                      {show(after, word)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Scroll>
      )}
      <Refused lines={preview.lines} />
    </>
  )
}

function HowFar({ file, total }: { file: string; total: number }) {
  const say = useSay()
  const { number } = useFormats()
  const { path } = useStore()
  const { data } = useQuery({
    queryKey: [path, 'import', file],
    queryFn: () => ask<{ entries: number }>(`${path}/imports/progress`, { file }),
    refetchInterval: 400,
  })
  const entries = Math.min(data?.entries ?? 0, total)
  return (
    <div>
      <Text size="sm" mb={4} aria-live="polite">
        {say('{entries} of {total}', { entries: number(entries), total: number(total) })}
      </Text>
      <Progress value={total > 0 ? (100 * entries) / total : 0} aria-label={say('Progress')} animated />
    </div>
  )
}

function Done({ report }: { report: Report }) {
  const say = useSay()
  const { number } = useFormats()
  return (
    <>
      <Alert color="green" role="status">
        {say('{products} products read: {added} new, {changed} changed, {removed} taken off sale.', {
          products: number(report.products),
          added: number(report.added),
          changed: number(report.changed),
          removed: number(report.removed),
        })}
      </Alert>
      {report.held > 0 && (
        <Alert color="yellow">
          {say('{held} are not in the file and were kept: that many do not go without your word.', {
            held: number(report.held),
          })}
        </Alert>
      )}
      <Refused lines={report.lines} />
    </>
  )
}

function Refused({ lines }: { lines: { line: number; message: string }[] }) {
  const say = useSay()
  if (lines.length === 0) return null
  return (
    <Alert color="yellow" title={say('Refused')}>
      {lines.slice(0, 10).map(({ line, message }) => (
        <div key={line}>{say('Entry {line}: {message}', { line, message })}</div>
      ))}
    </Alert>
  )
}
