/** What a merchant may say about the widgets, and what the preview shows them on. */
import { NativeSelect, SimpleGrid, Stack, Switch, TextInput, Title } from '@mantine/core'
import { useSay } from '../../words/words.ts'
import type { Look } from './snippets.ts'

export type Shown = { soldOut: 'yes' | 'no'; dark: 'yes' | 'no'; isNarrow: boolean }

type Props = { look: Look; onLook: (look: Look) => void; shown: Shown; onShown: (shown: Shown) => void }

const languages = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
  ['es', 'Español'],
  ['it', 'Italiano'],
  ['nl', 'Nederlands'],
  ['pt', 'Português'],
  ['sv', 'Svenska'],
  ['ja', '日本語'],
  ['ar', 'العربية'],
  ['hi', 'हिन्दी'],
] as const

export function Controls({ look, onLook, shown, onShown }: Props) {
  const say = useSay()
  const set = (word: keyof Look) => (event: { currentTarget: { value: string } }) =>
    onLook({ ...look, [word]: event.currentTarget.value })
  return (
    <Stack>
      <Title order={2} size="h4">
        {say('Look')}
      </Title>
      <SimpleGrid cols={2}>
        <TextInput type="color" label={say('Buttons')} value={look.accent} onChange={set('accent')} />
        <TextInput type="color" label={say('Hearts')} value={look.heart} onChange={set('heart')} />
        <NativeSelect
          label={say('Corners')}
          value={look.radius}
          onChange={set('radius')}
          data={[
            { value: '0', label: say('Square') },
            { value: '10', label: say('Soft') },
            { value: '24', label: say('Round') },
          ]}
        />
        <NativeSelect
          label={say('The heart stands')}
          value={look.place}
          onChange={set('place')}
          data={[
            { value: 'picture', label: say('On the picture') },
            { value: 'title', label: say('Beside the title') },
            { value: 'button', label: say('Beside the button') },
          ]}
        />
        <NativeSelect
          label={say('Language')}
          value={look.language}
          onChange={set('language')}
          data={languages.map(([value, label]) => ({ value, label }))}
        />
        <TextInput
          label={say('“Notify me” says')}
          placeholder={say('As the language has it')}
          value={look.notify}
          maxLength={80}
          onChange={set('notify')}
        />
      </SimpleGrid>
      <Title order={3} size="h5">
        {say('Show it')}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <Switch
          label={say('Sold out')}
          checked={shown.soldOut === 'yes'}
          onChange={(event) => onShown({ ...shown, soldOut: event.currentTarget.checked ? 'yes' : 'no' })}
        />
        <Switch
          label={say('In the dark')}
          checked={shown.dark === 'yes'}
          onChange={(event) => onShown({ ...shown, dark: event.currentTarget.checked ? 'yes' : 'no' })}
        />
        <Switch
          label={say('On a phone')}
          checked={shown.isNarrow}
          onChange={(event) => onShown({ ...shown, isNarrow: event.currentTarget.checked })}
        />
      </SimpleGrid>
    </Stack>
  )
}
