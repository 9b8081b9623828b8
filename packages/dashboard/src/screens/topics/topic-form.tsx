/** A topic's rule, pace and channels; what it leaves empty is the store's own setting. */
import { Button, Checkbox, Group, Modal, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { mediumName, topicName } from '../../parts/state.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useStore } from '../../session.ts'
import { useSay } from '../../words/words.ts'
import { ruleName, type Topic, type Topics } from './topic.ts'

type Props = { topic: Topic | null; all: Topics; onClose: () => void }

/** Words of the options that a text holds, with what they are. */
const texts: [word: string, label: string, about: string][] = [
  ['offer-ratio', 'Offers for each unit', '1: as many offers as units. 1.5: three offers for two units.'],
  ['offer-window', 'An offer is held for', 'Such as 30m, 2h or 1d. Then it passes to the next in line.'],
  ['min-stock', 'Minimum stock', 'Fewer units than this tell nobody.'],
  ['settle-time', 'Wait before telling', 'Such as 5m: stock that jumps up and down tells nobody.'],
]

export function TopicForm({ topic, all, onClose }: Props) {
  const say = useSay()
  const { path } = useStore()
  const [rule, setRule] = useState(topic?.rule ?? 'manual')
  const [channels, setChannels] = useState(topic?.channels ?? all.media)
  const [enabled, setEnabled] = useState(topic?.enabled ?? true)
  const save = useAct<object>(`${path}/topics`, { done: say('The topic is saved.'), next: onClose })
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
      channels,
      enabled,
    })
  }
  const stores = (word: string) => say('The store’s: {value}', { value: all.settings[word] ?? '' })
  const held = topic?.options ?? {}
  return (
    <Modal opened onClose={onClose} title={topic ? say(topicName(topic.topic)) : say('New topic')} size="lg">
      <form onSubmit={submit}>
        <Stack gap="sm">
          {!topic && (
            <TextInput
              name="topic"
              label={say('Name')}
              description={say('As your shop sends it: letters, digits, dashes.')}
              required
              data-autofocus
            />
          )}
          <NativeSelect
            label={say('Rule')}
            value={rule}
            onChange={(event) => setRule(event.currentTarget.value)}
            data={all.rules.map((value) => ({ value, label: say(ruleName(value)) }))}
            disabled={topic?.isStandard ?? false}
          />
          {rule === 'coming-soon' && (
            <TextInput
              name="tag"
              label={say('Tag')}
              description={say('When this tag goes from a product, those who wait are told.')}
              defaultValue={held.tag ?? ''}
            />
          )}
          {rule === 'reminder' && (
            <TextInput
              name="after"
              label={say('How long after the asking')}
              description={say('Such as 3d.')}
              defaultValue={held.after ?? ''}
              required
            />
          )}
          {rule === 'low-stock' && (
            <TextInput
              name="low-stock"
              label={say('Little is left from')}
              placeholder={stores('low-stock')}
              defaultValue={held['low-stock'] ?? ''}
            />
          )}
          <NativeSelect
            name="pacing"
            label={say('Pace')}
            defaultValue={held.pacing ?? ''}
            data={[
              { value: '', label: stores('pacing') },
              { value: 'offers', label: say('As many as there are units, first come first served') },
              { value: 'everyone', label: say('Everybody at once') },
            ]}
          />
          {texts.map(([word, label, about]) => (
            <TextInput
              key={word}
              name={word}
              label={say(label)}
              description={say(about)}
              placeholder={stores(word)}
              defaultValue={held[word] ?? ''}
            />
          ))}
          <Checkbox.Group label={say('Told by')} value={channels} onChange={setChannels}>
            <Group mt="xs">
              {all.media.map((medium) => (
                <Checkbox key={medium} value={medium} label={mediumName(medium)} />
              ))}
            </Group>
          </Checkbox.Group>
          <Switch
            label={say('Switched on')}
            checked={enabled}
            onChange={(event) => setEnabled(event.currentTarget.checked)}
          />
          <Text size="sm" c="dimmed">
            {say('Quiet hours hold for the whole store: {hours}, {zone}. They are in the settings.', {
              hours: all.settings['quiet-hours'] ?? 'off',
              zone: all.settings.timezone ?? 'UTC',
            })}
          </Text>
          <Group justify="flex-end">
            <Button type="submit" variant="filled" loading={save.isPending}>
              {say('Save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
