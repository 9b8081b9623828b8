/** A test of a template, sent to an address that the merchant chooses: limited, because it may be anybody's. */
import { Refusal } from '@heartbell/contract/errors'
import type { Sql } from '../database/connect.ts'
import { spendBudgets } from '../domain/messages/message-limits.ts'
import { addMessage } from '../domain/messages/messages.ts'
import type { Store } from '../domain/stores/stores.ts'
import type { ComposedAlert } from './compose.ts'
import { optOutHeaders, optOutLink } from './opt-out-links.ts'

export type TestMessage = {
  channel: 'email' | 'sms'
  to: string
  letter: Pick<ComposedAlert, 'senderName' | 'subject' | 'text' | 'html' | 'headers'>
  /** The same test within ten minutes is sent once. */
  about: string
}

const suppressedAddress = () =>
  new Refusal(
    'conflict',
    'address-suppressed',
    'This address must not be written to: it bounced, complained or refused.',
  )

/** Inside a transaction, which a refusal rolls back. */
export async function sendTest(
  sql: Sql,
  store: Store,
  { channel, to, letter, about }: TestMessage,
  home: string,
): Promise<void> {
  const { senderName, subject, text, html } = letter
  const optOut = optOutLink(store, { channel, recipient: to, purpose: 'test' }, home)
  // A test's own links do not work, so the headers get an opt-out link that does.
  const headers = channel === 'email' ? { ...letter.headers, ...optOutHeaders(optOut) } : {}
  const { testsPerStore } = store.settings
  await spendBudgets(sql, store, [{ budget: 'tests-per-store', subject: 'store', allowed: testsPerStore }])
  const message = { purpose: 'test', channel, recipient: to, senderName, subject, text, html, headers, about } as const
  if ((await addMessage(sql, store, message)) === 'unwanted') throw suppressedAddress()
}
