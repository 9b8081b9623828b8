/** A message in the outbox. */
export type Message = {
  purpose: string
  messageKey: string
  medium: string
  recipient: string
  subject: string | null
  topic: string | null
  title: string | null
  variantInfo: string | null
  status: string
  reason: string | null
  provider: string | null
  attempts: number
  sentAt: string | null
  dueAt: string | null
  clickedAt: string | null
  deliveredAt: string | null
  at: string
}
