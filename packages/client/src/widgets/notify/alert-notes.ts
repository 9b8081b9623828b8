/** What the file of the notes gives the element; it is loaded when there is something to say about an alert. */
import type { Alert } from '../../client/alert-cache.ts'
import type { Product } from '../../client/records.ts'
import type { AlertRequest } from '../../client/subscribe.ts'
import { heartbell, load } from '../kit.ts'
import type { Offer, Refused } from './offers.ts'

/** What was asked for on this page, to ask again for the confirmation. */
export type Asked = { request: AlertRequest; at: number; times: number }

/** The element, as its notes see it. */
export type NoteHost = {
  element: HTMLElement
  root: ShadowRoot
  asked(): Asked | undefined
  /** Again. */
  request(asked: AlertRequest, times: number): Promise<Refused | undefined>
  openForm(offers: Offer[]): Promise<void>
  /** Looks the alert up, and puts the focus on what is said about it. */
  lookAgain(): Promise<void>
  show(): void
}

export type Noted = { offer: Offer; alert: Alert }

export type ElementNotes = {
  /** Drawn again when this changes. */
  state(): unknown
  draw(noted: Noted[], product: Product): HTMLElement[]
  forget(): void
}

type NotesFile = { connect(host: NoteHost): ElementNotes }

export const alertNotes = () => heartbell.alertNotes as NotesFile | undefined

export async function loadAlertNotes(): Promise<void> {
  if (!alertNotes()) await load('notify-notes')
}
