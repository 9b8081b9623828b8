/** Template editor: the source on one side, the preview on the other. */
import './topics.css'
import {
  Alert,
  Anchor,
  Badge,
  Box,
  Button,
  Card,
  Group,
  Loader,
  NativeSelect,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { StoreData } from '../../api.ts'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { Page } from '../../components/layout/page.tsx'
import { mediumName, topicName } from '../../display-names.ts'
import { useStoreAction } from '../../hooks/use-action.ts'
import { useStoreQuery } from '../../hooks/use-store-query.ts'
import { useUrlState } from '../../hooks/use-url-state.ts'
import { useStore } from '../../session.ts'
import { useT } from '../../words/translate.ts'
import { type Draft, isOwn, type Key, type Part, type Source } from './draft.ts'
import { Preview, usePreview } from './preview.tsx'
import { ProductPicker } from './product-picker.tsx'
import { TestSend } from './test-send.tsx'
import { Versions } from './versions.tsx'

type One = StoreData<'/templates/one'>
type All = StoreData<'/templates'>

export function TemplateEditor() {
  const { search } = useUrlState()
  const key: Key = {
    topic: search.topic ?? 'backinstock',
    medium: (search.medium ?? 'email') as Key['medium'],
    locale: (search.locale ?? '*') as Key['locale'],
  }
  // A reload must not overwrite what is being typed.
  const one = useStoreQuery('/templates/one', key, { refetchOnWindowFocus: false })
  const all = useStoreQuery('/templates', {})
  const t = useT()
  const { store } = useStore()
  return (
    <Page
      title={t('{medium}: {topic}', { medium: mediumName(key.medium), topic: t(topicName(key.topic)) })}
      about={
        <Anchor component={Link} size="sm" {...({ to: `/${store}/topics` } as object)}>
          ← {t('Topics & templates')}
        </Anchor>
      }
    >
      {one.error && <ErrorAlert error={one.error} again={one.refetch} />}
      {one.isPending && (
        <Box p="xl" ta="center">
          <Loader size="sm" aria-label={t('Loading')} />
        </Box>
      )}
      {one.data && all.data && (
        <Editor
          key={JSON.stringify([key, one.data.versions[0]?.version])}
          templateKey={key}
          one={one.data}
          all={all.data}
        />
      )}
    </Page>
  )
}

function Editor({ templateKey, one, all }: { templateKey: Key; one: One; all: All }) {
  const t = useT()
  const { may } = useStore()
  const { search, change } = useUrlState()
  const newest = one.versions[0]
  const start: Source = {
    subject: newest?.subject ?? one.builtIn.subject,
    html: newest?.html ?? one.builtIn.html,
    text: newest?.text ?? one.builtIn.text,
  }
  const [source, setSource] = useState(start)
  const variantId = search.product ?? null
  const area = useRef<HTMLTextAreaElement>(null)
  /** A part equal to the built-in text is saved as null, so that later releases can improve it. */
  const own = (part: Part) => (source[part] === one.builtIn[part] ? null : source[part])
  const draft: Draft = { ...templateKey, subject: own('subject'), html: own('html'), text: own('text'), variantId }
  const preview = usePreview(draft)
  const save = useStoreAction('/templates', {
    done: ({ version }) => t('Saved as version {version}.', { version }),
  })
  const isChanged = (['subject', 'html', 'text'] as const).some((part) => source[part] !== start[part])
  const { faults } = preview
  const faultOf = (part: Part) => {
    const fault = faults.find((one) => one.part === part)
    return (
      fault && t('Line {line}, column {column}: {says}', { line: fault.line, column: fault.column, says: fault.says })
    )
  }
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end">
        <Group align="flex-end" gap="xs">
          <NativeSelect
            label={t('Language')}
            value={templateKey.locale}
            onChange={(event) =>
              change({ locale: event.currentTarget.value === '*' ? undefined : event.currentTarget.value })
            }
            data={[
              { value: '*', label: t('All languages') },
              ...all.languages.map((value) => ({ value, label: nameOf(value) })),
            ]}
          />
          <ProductPicker variantId={variantId} onPick={(id) => change({ product: id ?? undefined })} />
          {newest && isOwn(newest) ? (
            <Badge>{t('Version {version}', { version: newest.version })}</Badge>
          ) : (
            <Badge color="gray">{t('Built-in')}</Badge>
          )}
        </Group>
        <Group gap="xs">
          <Versions versions={one.versions} builtIn={one.builtIn} onTake={setSource} />
          {may('marketer') && templateKey.medium !== 'push' && <TestSend draft={draft} isBroken={faults.length > 0} />}
          {may('marketer') && (
            <Button
              variant="filled"
              disabled={!isChanged || faults.length > 0}
              loading={save.isPending}
              onClick={() =>
                save.mutate({ ...templateKey, subject: draft.subject, html: draft.html, text: draft.text })
              }
            >
              {t('Save')}
            </Button>
          )}
        </Group>
      </Group>
      {faults.length > 0 && (
        <Alert color="red" role="alert">
          {faults.map((fault) => (
            <div key={`${fault.part} ${fault.line}`}>
              {t('{part}, line {line}: {says}', { part: fault.part, line: fault.line, says: fault.says })}{' '}
              {fault.part === 'html' && (
                <Anchor component="button" type="button" size="sm" onClick={() => goToLine(area.current, fault.line)}>
                  {t('Go to line')}
                </Anchor>
              )}
            </div>
          ))}
        </Alert>
      )}
      <div className="editor">
        <Card padding="md">
          <Stack gap="sm">
            {start.subject !== null && (
              <TextInput
                label={t('Subject')}
                value={source.subject ?? ''}
                onChange={(event) => setSource({ ...source, subject: event.currentTarget.value })}
                error={faultOf('subject')}
                readOnly={!may('marketer')}
                classNames={{ input: 'source' }}
              />
            )}
            {start.html !== null && (
              <Textarea
                ref={area}
                label="HTML"
                description={t('Liquid: {{ product.title }}, {{ product.price | money }}, {{ product.url }} …')}
                value={source.html ?? ''}
                onChange={(event) => setSource({ ...source, html: event.currentTarget.value })}
                error={faultOf('html')}
                readOnly={!may('marketer')}
                autosize
                minRows={20}
                maxRows={32}
                spellCheck={false}
                classNames={{ input: 'source' }}
              />
            )}
            {start.text !== null && (
              <Textarea
                label={t(templateKey.medium === 'email' ? 'Plain text' : 'Text')}
                value={source.text ?? ''}
                onChange={(event) => setSource({ ...source, text: event.currentTarget.value })}
                error={faultOf('text')}
                readOnly={!may('marketer')}
                autosize
                minRows={templateKey.medium === 'email' ? 8 : 5}
                maxRows={18}
                spellCheck={false}
                classNames={{ input: 'source' }}
              />
            )}
          </Stack>
        </Card>
        <Preview draft={draft} preview={preview} />
      </div>
    </Stack>
  )
}

const nameOf = (language: string) => new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language

function goToLine(area: HTMLTextAreaElement | null, line: number): void {
  if (!area) return
  const before = area.value.split('\n').slice(0, line - 1)
  const start = before.join('\n').length + (line > 1 ? 1 : 0)
  area.focus()
  area.setSelectionRange(start, start + (area.value.split('\n')[line - 1]?.length ?? 0))
  area.scrollTop = (area.scrollHeight * (line - 1)) / Math.max(area.value.split('\n').length, 1) - 60
}
