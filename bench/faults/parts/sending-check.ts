/** A crowd notified by the workers of an installation, and a mail server that counts the mails per recipient. */

import type { Machines, Tenant } from '../clusters/machines.ts'
import { audit, awaitEnd } from '../rows/alerts.ts'
import { restock, seedWaiting } from '../writes/waiting-crowd.ts'
import { noFaults, openSmtpProvider, type Provider } from './provider.ts'

export type Told = { people: number; missing: number; twice: number }

/** Servers started after this send their mail there. */
export async function openMailbox(machines: Machines, seed: number): Promise<Provider> {
  const mailbox = await openSmtpProvider(seed, noFaults)
  machines.onClose(mailbox.close)
  machines.env.HEARTBELL_MAIL_URL = mailbox.url
  machines.env.HEARTBELL_LOOPBACK = 'on'
  return mailbox
}

export async function tellCrowd({ sql, store }: Tenant, mailbox: Provider, people: number): Promise<Told> {
  await seedWaiting(sql, store, people)
  await restock(sql, store)
  await awaitEnd(sql, store.storeId, mailbox, people)
  const { missing, twice } = audit(mailbox, people)
  return { people, missing, twice }
}
