/** A filter with one selected value, stored in the URL. */
import './filter-chips.css'
import { useUrlState } from '../../hooks/use-url-state.ts'
import { useT } from '../../words/translate.ts'

type Props = {
  label: string
  parameter: string
  /** Value and label; the empty value is selected when the URL has no parameter. */
  options: readonly (readonly [value: string, name: string])[]
}

export function UrlFilter({ label, parameter, options }: Props) {
  const t = useT()
  const { search, change } = useUrlState()
  return (
    <Chips
      label={label}
      value={search[parameter] ?? ''}
      options={options.map(([value, name]) => [value, t(name)])}
      onChange={(value) => change({ [parameter]: value })}
    />
  )
}

type ChipsProps = {
  label: string
  value: string
  options: readonly (readonly [value: string, name: string])[]
  onChange: (value: string) => void
}

/** The same for a selection that is not in the URL. */
export const Chips = ({ label, value, options, onChange }: ChipsProps) => (
  <fieldset className="choices" aria-label={label} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
    {options.map(([one, name]) => (
      <button key={one} type="button" className="choice" aria-pressed={value === one} onClick={() => onChange(one)}>
        {name}
      </button>
    ))}
  </fieldset>
)
