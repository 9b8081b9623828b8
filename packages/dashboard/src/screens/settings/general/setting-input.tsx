/** One setting: a switch, a choice, a colour or a text field, with its description and error. */
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useT } from '../../../words/translate.ts'
import type { Field } from './setting-section.ts'

type Props = {
  field: Field
  value: string
  problem: string | undefined
  isFixed: boolean
  onChange: (value: string) => void
}

export function SettingInput({ field, value, problem, isFixed, onChange }: Props) {
  const t = useT()
  const shared = { label: t(field.label), description: t(field.about), error: problem, disabled: isFixed }
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
        data={field.choices.map(([choice, label]) => ({ value: choice, label: t(label) }))}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  const picker = field.kind === 'color' && (
    <input
      type="color"
      className="color"
      aria-label={t('Choose a colour')}
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
