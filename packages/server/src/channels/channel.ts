/** How a message leaves: every channel has this one shape, whatever stands behind it. */

export type Message = {
  messageId: string
  /** An SMS takes the text; a push the subject as its title, the text and the facts' link. */
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
 * `retry`: not now, perhaps later, in `after` milliseconds if the channel knows. `refused`: never, so nobody tries again; where
 * the address is at fault, nobody writes to it again either.
 */
export type Outcome =
  | { kind: 'sent'; providerId: string }
  | { kind: 'retry'; reason: string; after?: number }
  | { kind: 'refused'; reason: string; addressFault?: true }

export type Channel = {
  send(message: Message): Promise<Outcome>
  /** Asks the other side whether it would take messages from us, without sending one, and gives its own words. */
  check?(): Promise<{ ok: boolean; says: string }>
  close(): void
}
