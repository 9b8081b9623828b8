/** One audit entry in words: who, from where, what, and values before and after. */
import './audit.css'
import { Text } from '@mantine/core'
import type { TableRow } from '../../../api.ts'
import { describeBrowser } from '../../../browser-name.ts'
import { mediumName, roleNames, topicName } from '../../../display-names.ts'
import type { Role } from '../../../session.ts'
import { type Translate, useFormats, useT } from '../../../words/translate.ts'
import { generalSections, listSections } from '../general/setting-fields.ts'
import { findChanges } from './changes.ts'

export type Entry = TableRow<'/audit'>

const kinds: Record<string, { name: string }> = {
  key: { name: 'API key' },
  command: { name: 'Command line' },
  hook: { name: 'Platform' },
  system: { name: 'Scheduled job' },
}

export function Actor({ entry: { actorKind, userName } }: { entry: Entry }) {
  const t = useT()
  const kind = kinds[actorKind]
  if (actorKind === 'command') return <>{t('Command line')}</>
  return (
    <>
      <span className="wrap">{userName === 'Unknown' ? t('Unknown') : userName}</span>
      {kind && !userName.startsWith(kind.name) && (
        <Text size="xs" c="dimmed">
          {t(kind.name)}
        </Text>
      )}
    </>
  )
}

export function Origin({ entry: { actorAddress, actorAgent } }: { entry: Entry }) {
  const t = useT()
  if (!actorAddress && !actorAgent) return null
  return (
    <>
      {actorAddress}
      {actorAgent && (
        <Text size="xs" c="dimmed" maw={200} className="wrap" lineClamp={2} title={actorAgent}>
          {describeBrowser(t, actorAgent) ?? actorAgent}
        </Text>
      )}
    </>
  )
}

const settingLabels = new Map(
  [...generalSections, ...listSections].flatMap(({ fields }) =>
    fields.map(({ word, label }) => [word, label] as const),
  ),
)

/** Facts whose values are words of the server. */
const valueNames: Record<string, Record<string, string>> = {
  by: {
    password: 'password',
    'second-factor': 'password and code',
    'app-code': 'password and code',
    'recovery-code': 'password and recovery code',
    link: 'a sign-in link',
    invitation: 'an invitation',
    reset: 'a password link',
  },
  step: { password: 'password', code: 'code', link: 'sign-in link', 'new-password': 'new password' },
  scope: { shop: 'every shopper', customer: 'one customer' },
}

function showValue(t: Translate, word: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return t('none')
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (Array.isArray(value)) return value.map((one) => showValue(t, word, one)).join(', ') || t('none')
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (word === 'role' && text in roleNames) return t(roleNames[text as Role].name)
  if (word === 'topic') return t(topicName(text))
  if (word === 'medium') return mediumName(text)
  return valueNames[word]?.[text] ? t(valueNames[word][text]) : text
}

/** `variantId` and `variant-id` as words. */
const nameWord = (t: Translate, word: string) =>
  t(settingLabels.get(word) ?? word.replace(/([A-Z])|[-_]/g, (_, big) => ` ${big ? big.toLowerCase() : ''}`))

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

export function What({ entry }: { entry: Entry }) {
  const t = useT()
  const { time } = useFormats()
  const { sentence, facts, factsBefore, factsAfter } = entry
  const show = (word: string, value: unknown) =>
    typeof value === 'string' && moment.test(value) ? time(value) : showValue(t, word, value)
  const named = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, word]) => word!)
  const shown = (word: string) => (facts[word] === undefined ? '–' : show(word, facts[word]))
  const changes = findChanges(factsBefore, factsAfter)
  const changed = new Set([...named, ...changes.map(({ word }) => word), 'erased'])
  const others = Object.entries(facts).filter(([word, value]) => !changed.has(word) && value !== null)
  return (
    <div className="audit-what">
      <div className="wrap">{t(sentence, Object.fromEntries(named.map((word) => [word, shown(word)])))}</div>
      {changes.length > 0 && (
        <ul className="audit-changes" aria-label={t('What was changed')}>
          {changes.map(({ word, before, after }) => (
            <li key={word}>
              <span className="audit-word">{nameWord(t, word)}</span>{' '}
              {before !== undefined && <del>{show(word, before)}</del>}
              {before !== undefined && after !== undefined && <span aria-hidden="true"> → </span>}
              {after !== undefined && <ins>{show(word, after)}</ins>}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Text size="xs" c="dimmed" className="wrap">
          {others.map(([word, value]) => `${nameWord(t, word)}: ${show(word, value)}`).join(' · ')}
        </Text>
      )}
      {facts.erased === true && (
        <Text size="xs" c="dimmed">
          {t('Names were erased from this entry at a shopper’s request.')}
        </Text>
      )}
    </div>
  )
}
