/** Rule, pacing and channels of a topic; an empty field uses the store's setting. */
import { Button, Checkbox, Group, Modal, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { StoreSent } from '../../api.ts'
import { mediumName, topicName } from '../../display-names.ts'
import { useStoreAction } from '../../hooks/use-action.ts'
import { useT } from '../../words/translate.ts'
import { ruleName, type Topic, type Topics } from './rule-names.ts'

type Props = { topic: Topic | null; all: Topics; onClose: () => void }

/** Options that are text fields. */
const texts: [word: string, label: string, about: string][] = [
  ['offer-ratio', 'Offers for each unit', '1: as many offers as units. 1.5: three offers for two units.'],
  ['offer-window', 'Offer duration', 'For example 30m, 2h or 1d. Then the next in line is notified.'],
  ['min-stock', 'Minimum stock', 'Below this number nobody is notified.'],
  ['settle-time', 'Wait before notifying', 'For example 5m: stock that changes back within this time notifies nobody.'],
  ['follow-up', 'Follow-up after', 'For example 2d: one more message to who did not buy. off: none.'],
  [
    'holdout',
    'Held out to measure',
    'For example 5%: this share is notified later, to measure what the message changes.',
  ],
  ['holdout-window', 'Notified later by', 'For example 24h. Purchases within this time are compared.'],
]

export function TopicForm({ topic, all, onClose }: Props) {
  const t = useT()
  const [rule, setRule] = useState<Topic['rule']>(topic?.rule ?? 'manual')
  const [channels, setChannels] = useState<string[]>(topic?.channels ?? [...all.media])
  const [enabled, setEnabled] = useState(topic?.enabled ?? true)
  const save = useStoreAction('/topics', { done: t('The topic is saved.'), next: onClose })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const words = ['pacing', ...texts.map(([word]) => word), 'low-stock', 'tag', 'after']
    const options = words.flatMap((word) => {
      const value = String(form.get(word) ?? '').trim()
      return value ? [[word, value] as const] : []
    })
    save.mutate({
      topic: topic?.topic ?? String(form.get('topic')).trim(),
      ...(!topic?.isStandard && { rule }),
      options: Object.fromEntries(options),
      channels: channels as StoreSent<'/topics'>['channels'],
      enabled,
    })
  }
  const stores = (word: string) => t('Store setting: {value}', { value: all.settings[word] ?? '' })
  const held = topic?.options ?? {}
  return (
    <Modal opened onClose={onClose} title={topic ? t(topicName(topic.topic)) : t('New topic')} size="lg">
      <form onSubmit={submit}>
        <Stack gap="sm">
          {!topic && (
            <TextInput
              name="topic"
              label={t('Name')}
              description={t('As your shop sends it: letters, digits, dashes.')}
              required
              data-autofocus
            />
          )}
          <NativeSelect
            label={t('Rule')}
            value={rule}
            onChange={(event) => setRule(event.currentTarget.value as Topic['rule'])}
            data={all.rules.map((value) => ({ value, label: t(ruleName(value)) }))}
            disabled={topic?.isStandard ?? false}
          />
          {rule === 'coming-soon' && (
            <TextInput
              name="tag"
              label={t('Tag')}
              description={t('When this tag is removed from a product, waiting shoppers are notified.')}
              defaultValue={held.tag ?? ''}
            />
          )}
          {rule === 'reminder' && (
            <TextInput
              name="after"
              label={t('Delay after the sign-up')}
              description={t('For example 3d.')}
              defaultValue={held.after ?? ''}
              required
            />
          )}
          {rule === 'low-stock' && (
            <TextInput
              name="low-stock"
              label={t('Low stock below')}
              placeholder={stores('low-stock')}
              defaultValue={held['low-stock'] ?? ''}
            />
          )}
          <NativeSelect
            name="pacing"
            label={t('Pacing')}
            defaultValue={held.pacing ?? ''}
            data={[
              { value: '', label: stores('pacing') },
              { value: 'offers', label: t('As many as there are units, first come, first served') },
              { value: 'everyone', label: t('Everybody at once') },
            ]}
          />
          {texts.map(([word, label, about]) => (
            <TextInput
              key={word}
              name={word}
              label={t(label)}
              description={t(about)}
              placeholder={stores(word)}
              defaultValue={held[word] ?? ''}
            />
          ))}
          <Checkbox.Group label={t('Channels')} value={channels} onChange={setChannels}>
            <Group mt="xs">
              {all.media.map((medium) => (
                <Checkbox key={medium} value={medium} label={mediumName(medium)} />
              ))}
            </Group>
          </Checkbox.Group>
          <Switch
            label={t('Switched on')}
            checked={enabled}
            onChange={(event) => setEnabled(event.currentTarget.checked)}
          />
          <Text size="sm" c="dimmed">
            {t('Quiet hours apply to the whole store: {hours}, {zone}. Change them in the settings.', {
              hours: all.settings['quiet-hours'] ?? 'off',
              zone: all.settings.timezone ?? 'UTC',
            })}
          </Text>
          <Group justify="flex-end">
            <Button type="submit" variant="filled" loading={save.isPending}>
              {t('Save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
