/** Imports a product feed: choose a file, preview the changes, import with progress. */
import { Alert, Button, Checkbox, FileInput, Group, Modal, Progress, Stack, Table, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type StoreAnswer, uploadToStore } from '../../api.ts'
import { ScrollArea } from '../../components/layout/scroll-area.tsx'
import { useStoreQuery } from '../../hooks/use-store-query.ts'
import { useStore } from '../../session.ts'
import { useFormats, useT } from '../../words/translate.ts'

type Preview = StoreAnswer<'/imports/preview'>
type Report = StoreAnswer<'/imports'>
type Facts = Preview['examples'][number]['after']

/** An import of the same file resumes where it stopped. */
const nameOf = (file: File) => `${file.name} ${file.size} ${file.lastModified}`

export function Import({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT()
  const { store } = useStore()
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
    if (chosen) void work('preview', async () => setPreview(await uploadToStore(store, '/imports/preview', {}, chosen)))
  }
  const read = () =>
    work('import', async () => {
      const fields = { file: nameOf(file!), confirm: removes ? 'yes' : 'no' } as const
      setReport(await uploadToStore(store, '/imports', fields, file!))
      await queries.invalidateQueries()
    })
  const close = () => {
    if (busy === 'import') return
    look(null)
    setProblem(null)
    onClose()
  }
  return (
    <Modal opened={isOpen} onClose={close} title={t('Import a feed')} size="xl">
      <Stack>
        {!report && (
          <FileInput
            label={t('Feed file')}
            description={t('A Google Merchant feed: XML, or a table with tabs or commas. It is the whole catalog.')}
            placeholder={t('Choose a file')}
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
        {busy === 'preview' && <Text size="sm">{t('Checking what would change …')}</Text>}
        {preview && !report && <Changes preview={preview} />}
        {preview && !report && preview.missing > 0 && (
          <Checkbox
            label={t.plural(
              preview.missing,
              'Also take {count} product that is not in the file off sale',
              'Also take {count} products that are not in the file off sale',
            )}
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
              {t('Done')}
            </Button>
          ) : (
            <Button variant="filled" disabled={!preview} loading={busy === 'import'} onClick={read}>
              {t('Import')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

function Changes({ preview }: { preview: Preview }) {
  const t = useT()
  const { number } = useFormats()
  const show = (facts: Facts | null, word: keyof Facts) =>
    facts?.[word] === null || facts === null ? '–' : String(facts[word])
  return (
    <>
      <Text size="sm">
        {t('{products} products: {added} new, {changed} changed, {missing} not in the file, {refused} refused.', {
          products: number(preview.products),
          added: number(preview.added),
          changed: number(preview.changed),
          missing: number(preview.missing),
          refused: number(preview.refused),
        })}
      </Text>
      {preview.examples.length > 0 && (
        <ScrollArea label={t('What would change')}>
          <Table horizontalSpacing="xs" verticalSpacing={6} aria-label={t('What would change')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('Product')}</Table.Th>
                <Table.Th>{t('Price')}</Table.Th>
                <Table.Th>{t('Stock')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {preview.examples.slice(0, 8).map(({ variantId, before, after }) => (
                <Table.Tr key={variantId}>
                  <Table.Td>
                    {after.title ?? variantId}{' '}
                    {before === null && (
                      <Text span c="green" size="sm">
                        {t('new')}
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
        </ScrollArea>
      )}
      <RefusedLines lines={preview.lines} />
    </>
  )
}

function HowFar({ file, total }: { file: string; total: number }) {
  const t = useT()
  const { number } = useFormats()
  const { data } = useStoreQuery('/imports/progress', { file }, { every: 400 })
  const entries = Math.min(data?.entries ?? 0, total)
  return (
    <div>
      <Text size="sm" mb={4} aria-live="polite">
        {t('{entries} of {total}', { entries: number(entries), total: number(total) })}
      </Text>
      <Progress value={total > 0 ? (100 * entries) / total : 0} aria-label={t('Progress')} animated />
    </div>
  )
}

function Done({ report }: { report: Report }) {
  const t = useT()
  const { number } = useFormats()
  return (
    <>
      <Alert color="green" role="status">
        {t('{products} products read: {added} new, {changed} changed, {removed} taken off sale.', {
          products: number(report.products),
          added: number(report.added),
          changed: number(report.changed),
          removed: number(report.removed),
        })}
      </Alert>
      {report.held > 0 && (
        <Alert color="yellow">
          {t.plural(
            report.held,
            '{count} product is not in the file and stays on sale: removing it needs your confirmation.',
            '{count} products are not in the file and stay on sale: removing so many needs your confirmation.',
          )}
        </Alert>
      )}
      <RefusedLines lines={report.lines} />
    </>
  )
}

function RefusedLines({ lines }: { lines: { line: number; message: string }[] }) {
  const t = useT()
  if (lines.length === 0) return null
  return (
    <Alert color="yellow" title={t('Refused')}>
      {lines.slice(0, 10).map(({ line, message }) => (
        <div key={line}>{t('Entry {line}: {message}', { line, message })}</div>
      ))}
    </Alert>
  )
}
