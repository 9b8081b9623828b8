/** An entry of the audit log in words: who, from where, what, and each value before and after. */
import './audit.css'
import { Text } from '@mantine/core'
import { mediumName, topicName } from '../../parts/state.tsx'
import { roleNames } from '../../roles.ts'
import type { Role } from '../../session.ts'
import { type Say, useFormats, useSay } from '../../words/words.ts'
import { findChanges } from './changes.ts'
import { generalSections, listSections } from './fields.ts'

type Facts = Record<string, unknown>

export type Entry = {
  entryId: string
  actorKind: string
  userName: string
  actorAddress: string | null
  actorAgent: string | null
  act: string
  /** English, with the facts left open. */
  sentence: string
  facts: Facts
  factsBefore: Facts | null
  factsAfter: Facts | null
  happenedAt: string
}

const kinds: Record<string, { name: string }> = {
  key: { name: 'API key' },
  command: { name: 'Command line' },
  hook: { name: 'Platform' },
  system: { name: 'Scheduled job' },
}

export function Actor({ entry: { actorKind, userName } }: { entry: Entry }) {
  const say = useSay()
  const kind = kinds[actorKind]
  if (actorKind === 'command') return <>{say('Command line')}</>
  return (
    <>
      <span className="wrap">{userName === 'Unknown' ? say('Unknown') : userName}</span>
      {kind && !userName.startsWith(kind.name) && (
        <Text size="xs" c="dimmed">
          {say(kind.name)}
        </Text>
      )}
    </>
  )
}

const browsers = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
] as const
const systems = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux|X11/],
] as const

/** What a browser calls itself is long and names its rivals; anything else is shown as it is. */
function nameAgent(say: Say, agent: string): string {
  const browser = browsers.find(([, sign]) => sign.test(agent))?.[0]
  const system = systems.find(([, sign]) => sign.test(agent))?.[0]
  return browser && system ? say('{browser} on {system}', { browser, system }) : agent
}

export function Origin({ entry: { actorAddress, actorAgent } }: { entry: Entry }) {
  const say = useSay()
  if (!actorAddress && !actorAgent) return null
  return (
    <>
      {actorAddress}
      {actorAgent && (
        <Text size="xs" c="dimmed" maw={200} className="wrap" lineClamp={2} title={actorAgent}>
          {nameAgent(say, actorAgent)}
        </Text>
      )}
    </>
  )
}

const settingLabels = new Map(
  [...generalSections, ...listSections].flatMap(({ fields }) => fields.map(({ word, label }) => [word, label])),
)

function showValue(say: Say, word: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return say('none')
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no')
  if (Array.isArray(value)) return value.map((one) => showValue(say, word, one)).join(', ') || say('none')
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (word === 'role' && text in roleNames) return say(roleNames[text as Role].name)
  if (word === 'topic') return say(topicName(text))
  return word === 'medium' ? mediumName(text) : text
}

/** `variantId` and `variant-id` as words. */
const nameWord = (say: Say, word: string) =>
  say(settingLabels.get(word) ?? word.replace(/([A-Z])|[-_]/g, (_, big) => ` ${big ? big.toLowerCase() : ''}`))

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

export function What({ entry }: { entry: Entry }) {
  const say = useSay()
  const { time } = useFormats()
  const { sentence, facts, factsBefore, factsAfter } = entry
  const show = (word: string, value: unknown) =>
    typeof value === 'string' && moment.test(value) ? time(value) : showValue(say, word, value)
  const named = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, word]) => word!)
  const shown = (word: string) => (facts[word] === undefined ? '–' : show(word, facts[word]))
  const changes = findChanges(factsBefore, factsAfter)
  const changed = new Set([...named, ...changes.map(({ word }) => word), 'erased'])
  const others = Object.entries(facts).filter(([word, value]) => !changed.has(word) && value !== null)
  return (
    <div className="audit-what">
      <div className="wrap">{say(sentence, Object.fromEntries(named.map((word) => [word, shown(word)])))}</div>
      {changes.length > 0 && (
        <ul className="audit-changes" aria-label={say('What was changed')}>
          {changes.map(({ word, before, after }) => (
            <li key={word}>
              <span className="audit-word">{nameWord(say, word)}</span>{' '}
              {before !== undefined && <del>{show(word, before)}</del>}
              {before !== undefined && after !== undefined && <span aria-hidden="true"> → </span>}
              {after !== undefined && <ins>{show(word, after)}</ins>}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Text size="xs" c="dimmed" className="wrap">
          {others.map(([word, value]) => `${nameWord(say, word)}: ${show(word, value)}`).join(' · ')}
        </Text>
      )}
      {facts.erased === true && (
        <Text size="xs" c="dimmed">
          {say('Names were erased from this entry at a shopper’s request.')}
        </Text>
      )}
    </div>
  )
}
