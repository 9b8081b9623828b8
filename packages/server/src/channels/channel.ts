/** The one shape of every channel that sends messages. */

export type Message = {
  messageId: string
  /** An SMS uses the text; a push the subject as its title, the text and the facts' link. */
  medium?: 'email' | 'sms' | 'push'
  recipient: string
  /** The name before the sender's address. */
  senderName: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  /** What the message is about, flat, for those who write it in their own words (an ESP's flow). */
  facts?: Readonly<Record<string, string | number | boolean | null>>
}

/**
 * `retry`: not now, perhaps in `after` milliseconds. `refused`: never, so there is no further attempt; where
 * the address is at fault, it is suppressed.
 */
export type Outcome =
  | { kind: 'sent'; providerId: string }
  | { kind: 'retry'; reason: string; after?: number }
  | { kind: 'refused'; reason: string; addressFault?: true }

export type Channel = {
  send(message: Message): Promise<Outcome>
  /** Asks the other side whether it accepts messages from us, without sending one, and gives its answer. */
  check?(): Promise<{ ok: boolean; says: string }>
  close(): void
}
