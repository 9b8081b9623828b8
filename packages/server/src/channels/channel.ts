/** The interface of every channel that sends messages. */

export type Message = {
  messageId: string
  /** An SMS uses the text, a WhatsApp message the facts. A push uses the subject as its title, the text, and the link of the facts. */
  medium?: 'email' | 'sms' | 'whatsapp' | 'push'
  recipient: string
  /** The name before the sender's address. */
  senderName: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  /** The content as flat values, for providers that render the message themselves (an ESP's flow). */
  facts?: Readonly<Record<string, string | number | boolean | null>>
}

/**
 * `retry`: try again, after `after` milliseconds if given; `onlyThis`: the provider works, and other messages are sent meanwhile. `refused`: permanent, no further attempt; with `addressFault`
 * the address is suppressed.
 */
export type Outcome =
  | { kind: 'sent'; providerId: string }
  | { kind: 'retry'; reason: string; after?: number; onlyThis?: true }
  | { kind: 'refused'; reason: string; addressFault?: true }

export type Channel = {
  send(message: Message): Promise<Outcome>
  /** Asks the provider whether it accepts messages from us, without sending one, and returns its answer. */
  check?(): Promise<{ ok: boolean; says: string }>
  close(): void
}
