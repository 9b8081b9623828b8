/** One setting: a switch, a choice, a colour or a text, with what it does and what is wrong with it. */
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useSay } from '../../words/words.ts'
import type { Field } from './fields.ts'

type Props = {
  field: Field
  value: string
  problem: string | undefined
  isFixed: boolean
  onChange: (value: string) => void
}

export function SettingInput({ field, value, problem, isFixed, onChange }: Props) {
  const say = useSay()
  const shared = { label: say(field.label), description: say(field.about), error: problem, disabled: isFixed }
  if (field.kind === 'switch')
    return (
      <Switch
        {...shared}
        checked={value === 'on'}
        onChange={(event) => onChange(event.currentTarget.checked ? 'on' : 'off')}
      />
    )
  if (field.choices)
    return (
      <NativeSelect
        {...shared}
        data={field.choices.map(([choice, label]) => ({ value: choice, label: say(label) }))}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  const picker = field.kind === 'color' && (
    <input
      type="color"
      className="color"
      aria-label={say('Choose a colour')}
      value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#177a4e'}
      disabled={isFixed}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
  return (
    <TextInput
      {...shared}
      value={value}
      {...(field.example && { placeholder: field.example })}
      {...(field.kind === 'number' && { inputMode: 'numeric' as const })}
      {...(picker && { leftSection: picker })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
