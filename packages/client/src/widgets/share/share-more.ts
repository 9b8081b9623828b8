/** The parts of the share panel that few shoppers open: the form for e-mail and the QR code. */
import { heartbell } from '../kit.ts'
import { emailForm } from './email-form.ts'
import { drawQr } from './qr-picture.ts'

export type ShareMore = { emailForm: typeof emailForm; drawQr: typeof drawQr }

export function install(): void {
  heartbell.shareMore = { emailForm, drawQr } satisfies ShareMore
}
