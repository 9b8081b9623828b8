/** The steps of a subscription, each with its reason. */
import './timeline.css'
import type { StoreData } from '../../api.ts'
import { useFormats, useT } from '../../words/translate.ts'

type Step = StoreData<'/subscriptions/:subscriptionId'>['timeline'][number]

const kinds: Record<string, string> = {
  told: 'good',
  sent: 'good',
  delivered: 'good',
  clicked: 'good',
  bought: 'good',
  failed: 'bad',
}

const kindOf = ({ step, reason }: Step) => (reason === 'in-line' ? 'now' : (kinds[step] ?? 'plain'))

export function Timeline({ steps }: { steps: Step[] }) {
  const t = useT()
  const { time } = useFormats()
  return (
    <ol className="steps">
      {steps.map((step, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end.
        <li key={place} className="step" data-kind={kindOf(step)}>
          <div className="step-sentence">{step.sentence}</div>
          <div className="step-about">
            {step.reason === 'in-line' ? t('Now') : time(step.at)} · <code>{step.reason}</code>
            {typeof step.facts.detail === 'string' && ` · ${step.facts.detail}`}
          </div>
        </li>
      ))}
    </ol>
  )
}
