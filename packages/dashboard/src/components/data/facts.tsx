/** A list of names and values. */
import './facts.css'
import { Fragment, type ReactNode } from 'react'

export const Facts = ({ rows }: { rows: [name: string, value: ReactNode][] }) => (
  <dl className="facts">
    {rows
      .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
      .map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
)
