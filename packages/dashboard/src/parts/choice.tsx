/** A filter of which one holds, kept in the address. */
import './choice.css'
import { useSay } from '../words/words.ts'
import { useAddress } from './use-address.ts'

type Props = {
  label: string
  word: string
  /** Value and name; an empty value is the one that holds without a word. */
  choices: readonly (readonly [value: string, name: string])[]
}

export function Choice({ label, word, choices }: Props) {
  const say = useSay()
  const { search, change } = useAddress()
  return (
    <Chips
      label={label}
      value={search[word] ?? ''}
      choices={choices.map(([value, name]) => [value, say(name)])}
      onChange={(value) => change({ [word]: value })}
    />
  )
}

type ChipsProps = {
  label: string
  value: string
  choices: readonly (readonly [value: string, name: string])[]
  onChange: (value: string) => void
}

/** The same for what no address needs to know. */
export const Chips = ({ label, value, choices, onChange }: ChipsProps) => (
  <fieldset className="choices" aria-label={label} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
    {choices.map(([one, name]) => (
      <button key={one} type="button" className="choice" aria-pressed={value === one} onClick={() => onChange(one)}>
        {name}
      </button>
    ))}
  </fieldset>
)
